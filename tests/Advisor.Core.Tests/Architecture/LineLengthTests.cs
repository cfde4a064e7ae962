using Advisor.Tests;

namespace Advisor.Core.Tests.Architecture;

public sealed class LineLengthTests
{
    /// <summary>As <c>.csharpierrc.json</c> and <c>.editorconfig</c> have it; the formatter does not break strings and comments.</summary>
    private const int MaxColumns = 140;

    [Fact]
    public void No_line_of_code_is_longer_than_140_columns() =>
        Assert.Empty(
            from file in ListFiles()
            from line in File.ReadLines(file).Index()
            where line.Item.Length > MaxColumns
            select $"{Path.GetRelativePath(RepositoryFiles.Root, file)}:{line.Index + 1} has {line.Item.Length} columns"
        );

    private static IEnumerable<string> ListFiles() =>
        from folder in (string[])["src", "functions", "tests"]
        from pattern in (string[])["*.cs", "*.razor"]
        from file in Directory.EnumerateFiles(Path.Combine(RepositoryFiles.Root, folder), pattern, SearchOption.AllDirectories)
        where
            !Path.GetRelativePath(RepositoryFiles.Root, file)
                .Split(Path.DirectorySeparatorChar)
                .Any(part => part is "bin" or "obj" or "node_modules")
        select file;
}
