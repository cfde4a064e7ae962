using Advisor.Configuration.Rules;
using Advisor.Tests;

namespace Advisor.Configuration.Tests;

/// <summary>
/// Settings files that are wrong, one in Bad/ for each kind; what a person reads of each stands in Golden/BadConfigurations.txt.
/// </summary>
public sealed class BadConfigurationTests
{
    public static TheoryData<string> ListCases() => [.. ListFiles().Select(path => Path.GetFileNameWithoutExtension(path)!)];

    [Theory]
    [MemberData(nameof(ListCases))]
    public void A_bad_file_gives_problems_with_their_lines_and_no_configuration(string name)
    {
        var result = Load(name);

        Assert.Null(result.Configuration);
        Assert.NotEmpty(result.Problems);
        Assert.All(result.Problems, problem => Assert.NotNull(problem.Line));
        Assert.All(result.Problems, problem => Assert.DoesNotContain('\n', problem.ToString()));
    }

    [Fact]
    public void Each_problem_is_one_clear_line() =>
        Golden.AssertMatches(
            "Advisor.Configuration.Tests",
            "BadConfigurations.txt",
            string.Join(
                '\n',
                ListFiles()
                    .SelectMany(path =>
                        Load(Path.GetFileNameWithoutExtension(path)).Problems.Select(problem => problem.ToString()).Append("")
                    )
            )
        );

    private static ConfigurationLoadResult Load(string name) =>
        ConfigurationLoader.Parse(
            File.ReadAllText(RepositoryFiles.GetPath("tests", "Advisor.Configuration.Tests", "Bad", name + ".yaml")),
            RuleSetLoader.Embedded,
            name + ".yaml"
        );

    private static IEnumerable<string> ListFiles() =>
        Directory
            .EnumerateFiles(RepositoryFiles.GetPath("tests", "Advisor.Configuration.Tests", "Bad"), "*.yaml")
            .Order(StringComparer.Ordinal);
}
