// Serves the gallery as a hosted checkout would be, until its input ends: what the browser tests of the renderer look at.
await GalleryServer.run()
