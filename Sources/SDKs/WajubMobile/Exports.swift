// An app that imports WajubMobile alone can name the checkout's states and write `JSONValue` and its literals.
@_exported import Checkout
@_exported import Kernel
