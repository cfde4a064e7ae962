namespace Advisor.Core.Tests.Architecture;

/// <summary>A file that needs more lines has more than one responsibility. Tests may be as long as their subject requires.</summary>
public sealed class FileLengthTests
{
    private const int MaxLines = 220;

    [Fact]
    public void No_file_of_code_is_longer_than_220_lines() =>
        Assert.Empty(
            from file in SourceFiles.List("src", "functions")
            let lines = File.ReadLines(file.FullPath).Count()
            where lines > MaxLines
            select $"{file.Path} has {lines} lines: split it by responsibility"
        );
}
