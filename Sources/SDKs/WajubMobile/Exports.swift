// An app that imports WajubMobile alone can write `JSONValue` and its literals.
@_exported import Kernel
