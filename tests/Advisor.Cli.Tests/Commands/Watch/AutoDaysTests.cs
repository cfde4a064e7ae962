using System.Text.RegularExpressions;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Watch;

/// <summary>
/// Eight simulated days of the ten resources of the loopback Azure in mode <c>auto</c>: what a person on call is sent, and what not. After
/// seven, alerts that still fire come again.
/// </summary>
public sealed partial class AutoDaysTests
{
    // A tick every half hour, so that the days take seconds; every minute is decided upon all the same.
    private static readonly Lazy<Task<string>> Run = new(RunAsync);

    [Fact]
    public async Task Every_message_is_one_that_a_person_wants() =>
        Golden.AssertMatches("Advisor.Cli.Tests", "auto-days.txt", string.Join('\n', ListMessages(await Run.Value)) + "\n");

    [Fact]
    public async Task They_are_at_most_32_and_none_is_longer_than_a_page()
    {
        var messages = ListMessages(await Run.Value).ToList();

        Assert.InRange(messages.Count, 1, 32);
        // Lines of 80 columns.
        Assert.All(messages, message => Assert.InRange(message.Split('\n').Sum(line => 1 + (line.Length / 80)), 1, 40));
    }

    [Fact]
    public async Task No_error_is_about_a_resource_that_Advisor_itself_sized()
    {
        var output = await Run.Value;
        var sized = SizePattern().Matches(output).Select(match => match.Groups["name"].Value).ToHashSet(StringComparer.Ordinal);

        Assert.True(sized.Count >= 5, string.Join(", ", sized));
        Assert.DoesNotContain(
            ListMessages(output),
            message => SeverityPattern().Match(message) is { Success: true } severe && sized.Contains(severe.Groups["name"].Value)
        );
    }

    /// <summary>The messages, each with its lines; the lines of decisions and changes stand between them.</summary>
    private static IEnumerable<string> ListMessages(string output)
    {
        var message = new List<string>();
        foreach (var line in output.Split('\n'))
        {
            if (message.Count > 0 && !line.StartsWith("  ", StringComparison.Ordinal))
            {
                yield return string.Join('\n', message);
                message.Clear();
            }

            if (message.Count > 0 || HeadPattern().IsMatch(line))
            {
                message.Add(line);
            }
        }
    }

    private static async Task<string> RunAsync()
    {
        await using var output = new StringWriter();
        var cli = new CliContext { Out = output, Error = TextWriter.Null };
        var code = await AdvisorCli.RunAsync(
            ["watch", "--local", "--mode", "auto", "--hours", "192", "--interval", "1800"],
            cli,
            CancellationToken.None
        );
        Assert.Equal(0, code);
        return output.ToString();
    }

    [GeneratedRegex(@"^\S+ \S+ UTC  ", RegexOptions.NonBacktracking | RegexOptions.ExplicitCapture)]
    private static partial Regex HeadPattern();

    [GeneratedRegex(
        @"(?m)^\S+ \S+Z (?<name>\S+): scale (?:in|out) to .*, applying",
        RegexOptions.NonBacktracking | RegexOptions.ExplicitCapture
    )]
    private static partial Regex SizePattern();

    [GeneratedRegex(@"UTC  .*(?:[Ee]rror|[Cc]ritical): [^:]+: (?<name>\S+)", RegexOptions.NonBacktracking | RegexOptions.ExplicitCapture)]
    private static partial Regex SeverityPattern();
}
