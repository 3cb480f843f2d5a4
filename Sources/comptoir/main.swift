import Foundation

// Nothing else may live here: closures written in this file would belong to the main actor.
exit(await run(Array(CommandLine.arguments.dropFirst())))
