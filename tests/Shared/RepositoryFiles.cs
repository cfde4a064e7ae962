namespace Advisor.Tests;

/// <summary>Finds files of the repository from a test, wherever the build put its output.</summary>
internal static class RepositoryFiles
{
    /// <summary>The folder that holds <c>Advisor.sln</c>.</summary>
    public static string Root { get; } = FindRoot();

    /// <summary>The folder of documents beside the repository (<c>../shared</c>), or null where it is absent.</summary>
    public static string? SharedMaterial
    {
        get
        {
            var path = Path.Combine(Path.GetDirectoryName(Root)!, "shared");
            return Directory.Exists(path) ? path : null;
        }
    }

    public static string GetPath(params string[] parts) => Path.Combine([Root, .. parts]);

    private static string FindRoot()
    {
        for (var folder = new DirectoryInfo(AppContext.BaseDirectory); folder is not null; folder = folder.Parent)
        {
            if (File.Exists(Path.Combine(folder.FullName, "Advisor.sln")))
            {
                return folder.FullName;
            }
        }

        throw new InvalidOperationException("Advisor.sln was not found above the test's output folder.");
    }
}
