using System.Text.RegularExpressions;
using Advisor.Lab.LocalAzure;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Docs;

public partial class ReadmeTests
{
    private const int Columns = 80;

    private static readonly DateTimeOffset PictureTime = new(2026, 3, 2, 10, 0, 30, TimeSpan.Zero);

    /// <summary>The picture is drawn from a real run of the demo at a fixed time. ADVISOR_GOLDEN=update draws it again.</summary>
    [Fact]
    public async Task The_picture_of_the_demo_is_current()
    {
        var run = await CliResult.RunAsync(
            ["demo"],
            cli =>
                cli with
                {
                    Time = new ManualTimeProvider(PictureTime),
                    Color = true,
                    Unicode = true,
                    OutIsTerminal = true,
                    Width = Columns,
                }
        );
        Assert.True(run.ExitCode == ExitCodes.Success, run.Error);
        var svg = TerminalPicture.Draw(
            "$ advisor demo\n" + run.Out,
            Columns,
            "What advisor demo prints: twelve resources, one line each: its size, the size to keep, what that changes a month and what "
                + "limits it."
        );

        var path = RepositoryFiles.GetPath("docs", "demo.svg");
        if (Environment.GetEnvironmentVariable("ADVISOR_GOLDEN") == "update")
        {
            await File.WriteAllTextAsync(path, svg);
        }

        Assert.Equal(await File.ReadAllTextAsync(path), svg);
    }

    /// <summary>The bill that the page states is the one of the picture.</summary>
    [Fact]
    public async Task The_bill_of_the_demo_is_current()
    {
        var picture = await File.ReadAllTextAsync(RepositoryFiles.GetPath("docs", "demo.svg"));
        var readme = await File.ReadAllTextAsync(RepositoryFiles.GetPath("README.md"));
        var stated = BillPattern().Match(readme);

        Assert.True(stated.Success);
        Assert.Contains($"Cost: {stated.Groups["total"].Value} USD", picture, StringComparison.Ordinal);
        Assert.Contains($"{stated.Groups["units"].Value} for units", picture, StringComparison.Ordinal);
        Assert.Contains($"-{stated.Groups["saving"].Value}.", picture, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_readme_lists_every_exit_code_as_help_does()
    {
        var readme = await File.ReadAllTextAsync(RepositoryFiles.GetPath("README.md"));

        Assert.All(ExitCodes.All, code => Assert.Contains($"| {code.Code} | {code.Meaning} |", readme, StringComparison.Ordinal));
    }

    [Fact]
    public void Every_command_of_the_pages_and_of_help_parses()
    {
        var root = RootCommandFactory.Create(new CliContext { Out = TextWriter.Null, Error = TextWriter.Null });
        var help = string.Join('\n', root.Subcommands.Select(c => c.Description));
        var lines = ListPages()
            .Select(page => page.Text)
            .Append(help)
            .SelectMany(text => ContinuationPattern().Replace(text, " ").Split('\n'))
            .Select(FindCommand)
            .OfType<string>()
            .ToList();

        Assert.True(lines.Count >= 15, $"Only {lines.Count} commands were found.");
        Assert.All(lines, line => Assert.True(root.Parse(line).Errors.Count == 0, line));
    }

    [Fact]
    public async Task Every_command_is_in_the_table_of_the_command_line()
    {
        var page = await File.ReadAllTextAsync(RepositoryFiles.GetPath("docs", "command-line.md"));
        var root = RootCommandFactory.Create(new CliContext { Out = TextWriter.Null, Error = TextWriter.Null });

        // `watch`, or with a command of its own: `state check`.
        Assert.All(root.Subcommands, command => Assert.Matches($"(?m)^\\| .*`{command.Name}[ `].* \\|$", page));
    }

    [Fact]
    public void Every_file_that_a_page_links_to_is_there()
    {
        var links = ListPages()
            .SelectMany(page =>
                Regex
                    .Matches(page.Text, @"\]\((?!https?:|#)(?<path>[^)#]+)", RegexOptions.ExplicitCapture, TimeSpan.FromSeconds(1))
                    .Select(link => Path.Combine(Path.GetDirectoryName(page.Path)!, link.Groups["path"].Value))
            )
            .ToList();

        Assert.NotEmpty(links);
        Assert.All(links, link => Assert.True(Path.Exists(link), link));
    }

    [Fact]
    public void Every_page_can_be_reached_from_the_readme()
    {
        var reached = new HashSet<string>(StringComparer.Ordinal) { RepositoryFiles.GetPath("README.md") };
        for (var before = 0; before < reached.Count; )
        {
            before = reached.Count;
            reached.UnionWith(
                ListPages()
                    .Where(page => reached.Contains(page.Path))
                    .SelectMany(page =>
                        Regex
                            .Matches(page.Text, @"\]\((?<path>[^)#:]+\.md)", RegexOptions.ExplicitCapture, TimeSpan.FromSeconds(1))
                            .Select(link => Path.GetFullPath(Path.Combine(Path.GetDirectoryName(page.Path)!, link.Groups["path"].Value)))
                    )
                    .ToList()
            );
        }

        Assert.Empty(ListPages().Select(page => page.Path).Except(reached));
    }

    [Fact]
    public async Task Every_project_has_its_place_in_contributing()
    {
        var page = await File.ReadAllTextAsync(RepositoryFiles.GetPath("CONTRIBUTING.md"));

        Assert.All(
            Directory.GetDirectories(RepositoryFiles.GetPath("src")),
            folder => Assert.Contains($"| `src/{Path.GetFileName(folder)}` |", page, StringComparison.Ordinal)
        );
    }

    [GeneratedRegex(
        @"bill is (?<total>[0-9,]+) USD a month, (?<units>[0-9,]+) of it for units; the recommendations save (?<saving>[0-9,]+)\.",
        RegexOptions.ExplicitCapture,
        matchTimeoutMilliseconds: 1000
    )]
    private static partial Regex BillPattern();

    /// <summary>A backslash at the end of a line: the command goes on in the next.</summary>
    [GeneratedRegex(@" \\\r?\n *", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex ContinuationPattern();

    /// <summary>README, CONTRIBUTING and the pages of docs, without the decisions, which speak of a moment.</summary>
    private static IEnumerable<(string Path, string Text)> ListPages() =>
        Directory
            .GetFiles(RepositoryFiles.GetPath("docs"), "*.md")
            .Concat([RepositoryFiles.GetPath("README.md"), RepositoryFiles.GetPath("CONTRIBUTING.md")])
            .Select(path => (path, File.ReadAllText(path)));

    // A line of its own that begins with the program, up to what explains it: two spaces or more, a pipe, an ellipsis.
    private static string? FindCommand(string line)
    {
        var command = Regex.Match(
            line.Trim(),
            @"^(OTEL\S+ )?advisor (?<arguments>.+?)(\s{2,}.*|\s*([|&]|>>? ).*)?$",
            RegexOptions.ExplicitCapture,
            TimeSpan.FromSeconds(1)
        );
        return command.Success ? command.Groups["arguments"].Value : null;
    }
}
