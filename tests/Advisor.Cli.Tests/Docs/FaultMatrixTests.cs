using System.Text;
using System.Text.RegularExpressions;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Docs;

/// <summary>
/// The matrix of faults in docs/reliability.md, made from the faults that tests name. <c>ADVISOR_GOLDEN=update</c> writes it anew.
/// </summary>
public sealed partial class FaultMatrixTests
{
    private const string Heading = "## Faults\n";

    // Of tests that run the published app, or the command as its users do.
    private static readonly string[] OfPrograms = ["Advisor.Functions.Tests", "Advisor.Cli.Tests"];

    private static readonly IReadOnlyList<(string Fault, string Test, string Project)> Named = ReadNamed();

    [Fact]
    public void The_page_has_the_matrix_that_the_tests_make()
    {
        var path = RepositoryFiles.GetPath("docs", "reliability.md");
        var page = File.ReadAllText(path);
        var start = page.IndexOf(Heading, StringComparison.Ordinal);
        var end = page.IndexOf("\n## ", start, StringComparison.Ordinal) + 1;
        var expected = page[..start] + Write() + page[end..];
        if (Environment.GetEnvironmentVariable("ADVISOR_GOLDEN") == "update")
        {
            File.WriteAllText(path, expected);
            return;
        }

        Assert.Equal(expected, page);
    }

    [Fact]
    public void Tests_name_faults_of_the_catalog_and_no_fault_is_there_twice()
    {
        var ids = FaultCatalog.Areas.SelectMany(area => area.Faults).Select(fault => fault.Id).ToList();

        Assert.Equal(ids.Distinct(), ids);
        Assert.Equal([], Named.Select(named => named.Fault).Except(ids));
        Assert.True(Named.Count >= 80, $"{Named.Count} tests name a fault; the attribute is written in another way?");
    }

    [Fact]
    public void Each_fault_has_a_test_with_a_program_that_users_run()
    {
        var held = Named.Where(named => OfPrograms.Contains(named.Project)).Select(named => named.Fault);

        Assert.Equal([], FaultCatalog.Areas.SelectMany(area => area.Faults).Select(fault => fault.Id).Except(held));
    }

    private static string Write()
    {
        var text = new StringBuilder(Heading);
        text.Append("\nEach fault, what you see, and what holds whatever happens; each row names the tests that hold it.\n");
        text.Append("`tests/run -trait Fault=ID` runs the tests of a row by the id that they carry. Made from the tests by\n\n");
        text.Append("    ADVISOR_GOLDEN=update tests/run -class \"*FaultMatrixTests\"\n");
        foreach (var (area, faults) in FaultCatalog.Areas)
        {
            text.Append($"\n| {area} | you see | guaranteed | tests |\n| --- | --- | --- | --- |\n");
            foreach (var fault in faults)
            {
                var tests = Named.Where(named => named.Fault == fault.Id).Select(named => $"`{named.Test}`").ToList();
                text.Append(
                    $"| {fault.Name} | {fault.Sees} | {fault.Guarantee} | {(tests.Count > 0 ? string.Join(", ", tests) : "no test")} |\n"
                );
            }
        }

        return text.Append('\n').ToString();
    }

    private static IReadOnlyList<(string Fault, string Test, string Project)> ReadNamed()
    {
        var root = RepositoryFiles.GetPath("tests");
        return
        [
            .. from file in Directory.EnumerateFiles(root, "*Tests*.cs", SearchOption.AllDirectories).Order(StringComparer.Ordinal)
            from test in TestWithFaults().Matches(File.ReadAllText(file))
            from id in test.Groups["id"].Captures
            select (id.Value, test.Groups["name"].Value, Path.GetRelativePath(root, file).Split(Path.DirectorySeparatorChar)[0]),
        ];
    }

    // [Fault("...")], once or more, with other attributes between, and the method below.
    [GeneratedRegex(
        """(\[Fault\("(?<id>[^"]+)"\)\]\s+(\[(?!Fault).*\]\s+)*)+public (async )?(void|Task) (?<name>\w+)\(""",
        RegexOptions.ExplicitCapture,
        matchTimeoutMilliseconds: 10_000
    )]
    private static partial Regex TestWithFaults();
}
