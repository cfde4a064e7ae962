using System.Text.RegularExpressions;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Docs;

public class ReadmeTests
{
    private const int Columns = 100;

    private static readonly DateTimeOffset PictureTime = new(2026, 3, 2, 10, 0, 30, TimeSpan.Zero);

    /// <summary>The picture is drawn from a real run of the demo at a fixed time. ADVISOR_GOLDEN=update draws it again.</summary>
    [Fact]
    public async Task The_picture_of_the_demo_is_current()
    {
        var run = await CliRun.OfAsync(["demo"], edge => edge with { Time = new FixedTime(PictureTime), Color = true, Unicode = true, OutIsTerminal = true, Width = Columns });
        Assert.True(run.ExitCode == ExitCodes.Success, run.Error);
        var svg = TerminalPicture.Draw("$ advisor demo\n" + run.Out, Columns, "What advisor demo prints: ten resources with their utilization, what binds each, and which size it should have.");

        var path = RepositoryFiles.At("docs", "demo.svg");
        if (Environment.GetEnvironmentVariable("ADVISOR_GOLDEN") == "update")
        {
            await File.WriteAllTextAsync(path, svg);
        }

        Assert.Equal(await File.ReadAllTextAsync(path), svg);
    }

    [Fact]
    public async Task The_readme_lists_every_exit_code_as_help_does()
    {
        var readme = await File.ReadAllTextAsync(RepositoryFiles.At("README.md"));

        Assert.All(ExitCodes.All, code => Assert.Contains($"| {code.Code} | {code.Meaning} |", readme, StringComparison.Ordinal));
    }

    [Fact]
    public async Task Every_command_of_the_readme_and_of_help_parses()
    {
        var readme = await File.ReadAllTextAsync(RepositoryFiles.At("README.md"));
        var root = RootCommandFactory.Create(new CliEdge { In = TextReader.Null, Out = TextWriter.Null, Error = TextWriter.Null });
        var help = string.Join('\n', root.Subcommands.Select(c => c.Description));
        var lines = $"{readme}\n{help}".Split('\n').Select(line => line.Trim()).Where(line => line.StartsWith("advisor ", StringComparison.Ordinal)).ToList();

        Assert.True(lines.Count >= 10, $"Only {lines.Count} commands were found.");
        Assert.All(lines, line => Assert.True(root.Parse(line["advisor ".Length..]).Errors.Count == 0, line));
    }

    [Fact]
    public async Task Every_file_that_the_readme_links_to_is_there()
    {
        var readme = await File.ReadAllTextAsync(RepositoryFiles.At("README.md"));
        var links = Regex.Matches(readme, @"\]\((?!https?:)(?<path>[^)#]+)", RegexOptions.ExplicitCapture, TimeSpan.FromSeconds(1));

        Assert.NotEmpty(links);
        Assert.All(links, link => Assert.True(Path.Exists(RepositoryFiles.At(link.Groups["path"].Value)), link.Groups["path"].Value));
    }
}
