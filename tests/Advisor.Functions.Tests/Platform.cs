// The package is for Linux, and so are the tests that run it.
[assembly: System.Runtime.Versioning.SupportedOSPlatform("linux")]
