using Advisor.Tests;

namespace Advisor.Core.Tests.Architecture;

/// <summary>The C# files of the repository, without what the build makes.</summary>
internal static class SourceFiles
{
    /// <param name="folders">Folders of the root, such as src.</param>
    /// <returns>Each file with its path from the root, parts separated by slashes.</returns>
    public static IEnumerable<(string Path, string FullPath)> List(params string[] folders) =>
        from folder in folders
        from file in Directory.EnumerateFiles(RepositoryFiles.GetPath(folder), "*.cs", SearchOption.AllDirectories)
        let path = Path.GetRelativePath(RepositoryFiles.Root, file).Replace('\\', '/')
        where !path.Split('/').Any(part => part is "bin" or "obj" or "node_modules")
        select (path, file);
}
