namespace Advisor.Tests;

/// <summary>
/// Bytes of a stored format, as base64 in <c>Golden/NAME.base64</c>. Written once by that version: a program that reads the version must
/// read them, so such a file is never rewritten to make a test pass.
/// </summary>
internal static class GoldenBytes
{
    public static byte[] Read(string project, string name) =>
        Convert.FromBase64String(File.ReadAllText(RepositoryFiles.At("tests", project, "Golden", name + ".base64")));

    /// <summary>For a new version only.</summary>
    public static void Write(string project, string name, byte[] bytes) =>
        File.WriteAllText(
            RepositoryFiles.At("tests", project, "Golden", name + ".base64"),
            Convert.ToBase64String(bytes, Base64FormattingOptions.InsertLineBreaks).ReplaceLineEndings("\n") + "\n"
        );
}
