namespace Advisor.Tests;

/// <summary>
/// Holds what a person reads against the file that was reviewed: <c>Golden/NAME</c> beside the test project. ADVISOR_GOLDEN=update rewrites
/// it.
/// </summary>
internal static class Golden
{
    /// <param name="project">The test project's folder name, such as Advisor.Reporting.Tests.</param>
    /// <param name="name">The file's name, with its extension.</param>
    public static void AssertMatches(string project, string name, string actual) =>
        AssertMatches(RepositoryFiles.GetPath("tests", project, "Golden", name), actual);

    /// <summary>The same for a file anywhere.</summary>
    public static void AssertMatches(string path, string actual)
    {
        if (Environment.GetEnvironmentVariable("ADVISOR_GOLDEN") == "update")
        {
            Directory.CreateDirectory(Path.GetDirectoryName(path)!);
            File.WriteAllText(path, actual);
            return;
        }

        Assert.True(File.Exists(path), $"{path} is missing. Run the test with ADVISOR_GOLDEN=update and read what it wrote.");
        Assert.Equal(File.ReadAllText(path), LineEnds.Normalize(actual));
    }
}
