using System.Text;

namespace Advisor.Tests;

/// <summary>
/// Bytes of a stored format: JSON in <c>Golden/NAME.json</c>, its lines put together, anything else as base64 in
/// <c>Golden/NAME.base64</c>. Written once by that version: a program that reads the version must
/// read them, so such a file is never rewritten to make a test pass.
/// </summary>
internal static class GoldenBytes
{
    public static byte[] Read(string project, string name) =>
        Convert.FromBase64String(File.ReadAllText(RepositoryFiles.GetPath("tests", project, "Golden", name + ".base64")));

    /// <summary>The bytes of a format, in whichever of the two forms they are kept.</summary>
    public static byte[] ReadAny(string project, string name) =>
        RepositoryFiles.GetPath("tests", project, "Golden", name + ".json") is var file && File.Exists(file)
            ? Encoding.UTF8.GetBytes(string.Concat(File.ReadAllLines(file).Select(line => line.Trim())))
            : Read(project, name);

    /// <summary>Bytes as a failed test shows them: text where they are JSON, else base64.</summary>
    public static string Show(byte[] bytes) =>
        bytes is [(byte)'{' or (byte)'[', ..] ? Encoding.UTF8.GetString(bytes) : Convert.ToBase64String(bytes);

    /// <summary>For a new version only.</summary>
    public static void Write(string project, string name, byte[] bytes) =>
        File.WriteAllText(
            RepositoryFiles.GetPath("tests", project, "Golden", name + ".base64"),
            Convert.ToBase64String(bytes, Base64FormattingOptions.InsertLineBreaks).ReplaceLineEndings("\n") + "\n"
        );
}
