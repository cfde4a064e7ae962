using System.Text.RegularExpressions;

namespace Advisor.Core.Tests.Architecture;

/// <summary>
/// The tests of a class stand where the class stands: FooTests of src/Advisor.Bar/Baz/Foo.cs in tests/Advisor.Bar.Tests/Baz.
/// </summary>
public sealed partial class TestLayoutTests
{
    // Test class and why it stands elsewhere; one that is not needed leaves the list.
    private static readonly Dictionary<string, string> Exceptions = new(StringComparer.Ordinal) { };

    [Fact]
    public void Tests_stand_where_what_they_test_stands() =>
        Assert.Empty(FindMisplaced(ListTestFiles()).Where(found => !Exceptions.ContainsKey(found.Test)).Select(found => found.Problem));

    [Fact]
    public void Every_exception_is_needed() =>
        Assert.Empty(Exceptions.Keys.Except(FindMisplaced(ListTestFiles()).Select(found => found.Test), StringComparer.Ordinal));

    [Theory]
    [InlineData("tests/Advisor.Core.Tests/Rules/ScalingAdvisorTests.cs", "src/Advisor.Core")]
    [InlineData("tests/Advisor.Core.Tests/Rules/ScalingAdvisorTests.Readings.cs", "src/Advisor.Core")]
    [InlineData("tests/Advisor.Web.Tests/Resource/StepPathTests.cs", "src/Advisor.Web/Reports")]
    public void A_test_in_another_folder_is_found(string test, string folder) =>
        Assert.StartsWith(
            $"{test}: the class stands in {folder}, its tests belong in ",
            Assert.Single(FindMisplaced([test])).Problem,
            StringComparison.Ordinal
        );

    [Theory]
    [InlineData("tests/Advisor.Core.Tests/ScalingAdvisorTests.cs")]
    [InlineData("tests/Advisor.Web.Tests/Reports/StepPathTests.cs")]
    [InlineData("tests/Advisor.Core.Tests/Rules/NoClassHasThisNameTests.cs")]
    [InlineData("tests/Advisor.Core.Tests/Rules/ScalingAdvisor.cs")]
    public void A_test_in_the_mirrored_folder_and_one_of_no_single_class_are_right(string test) => Assert.Empty(FindMisplaced([test]));

    private static IEnumerable<string> ListTestFiles() => SourceFiles.List("tests").Select(file => file.Path);

    private static IEnumerable<(string Test, string Problem)> FindMisplaced(IEnumerable<string> tests)
    {
        var folders = ListFoldersOfClasses();
        foreach (var path in tests)
        {
            var (folder, file) = Split(path);
            var test = file.Split('.')[0];
            if (
                !test.EndsWith("Tests", StringComparison.Ordinal) || folders[test[..^"Tests".Length]].ToList() is not { Count: > 0 } classes
            )
            {
                continue;
            }

            if (!classes.Select(GetTestFolder).Contains(folder, StringComparer.Ordinal))
            {
                yield return (
                    test,
                    $"{path}: the class stands in {string.Join(" and ", classes)}, "
                        + $"its tests belong in {string.Join(" or ", classes.Select(GetTestFolder))}"
                );
            }
        }
    }

    private static string GetTestFolder(string folder)
    {
        var parts = folder.Split('/');
        return string.Join('/', ["tests", $"{parts[1]}.Tests", .. parts[2..]]);
    }

    // Types that are declared at the top of a file; a file has the name of one of them, or of several.
    private static ILookup<string, string> ListFoldersOfClasses() =>
        SourceFiles
            .List("src", "functions")
            .SelectMany(file =>
                Declaration()
                    .Matches(File.ReadAllText(file.FullPath))
                    .Select(match => (Name: match.Groups["name"].Value, Split(file.Path).Folder))
            )
            .Distinct()
            .ToLookup(found => found.Name, found => found.Folder, StringComparer.Ordinal);

    private static (string Folder, string File) Split(string path) => (path[..path.LastIndexOf('/')], path[(path.LastIndexOf('/') + 1)..]);

    [GeneratedRegex(
        @"^(?:public|internal)[a-z ]* (?:class|struct|record|interface|enum) (?:class |struct )?(?<name>\w+)",
        RegexOptions.Multiline | RegexOptions.ExplicitCapture,
        matchTimeoutMilliseconds: 1000
    )]
    private static partial Regex Declaration();
}
