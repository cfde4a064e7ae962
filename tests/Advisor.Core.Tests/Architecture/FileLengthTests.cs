namespace Advisor.Core.Tests.Architecture;

/// <summary>A file that needs more lines has more than one responsibility.</summary>
public sealed class FileLengthTests
{
    private const int MaxLines = 220;
    private const int MaxTestLines = 250;

    // Longer files, each with its reason; one that became shorter leaves the list.
    private static readonly Dictionary<string, string> Exceptions = new(StringComparer.Ordinal) { };

    [Fact]
    public void No_file_of_code_is_longer_than_220_lines_and_none_of_the_tests_than_250() =>
        Assert.Empty(
            from file in ListLongFiles()
            where !Exceptions.ContainsKey(file.Path)
            select $"{file.Path} has {file.Lines} lines: split it by responsibility"
        );

    [Fact]
    public void Every_exception_is_needed() => Assert.Empty(Exceptions.Keys.Except(ListLongFiles().Select(file => file.Path)));

    private static List<(string Path, int Lines)> ListLongFiles() =>
        [
            .. SourceFiles
                .List("src", "functions", "tests")
                .Select(file => (file.Path, Lines: File.ReadLines(file.FullPath).Count()))
                .Where(file => file.Lines > (file.Path.StartsWith("tests/", StringComparison.Ordinal) ? MaxTestLines : MaxLines)),
        ];
}
