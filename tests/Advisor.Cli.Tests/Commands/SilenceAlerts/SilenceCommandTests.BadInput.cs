namespace Advisor.Cli.Tests.Commands.SilenceAlerts;

public sealed partial class SilenceCommandTests
{
    [Theory]
    [InlineData("Give --for or --until, one of them.", "team=chat", "dana", "x", "", "")]
    [InlineData("Give --for or --until, one of them.", "team=chat", "dana", "x", "1h", "2027-01-01T00:00Z")]
    [InlineData("--for is a time such as 30m, 2h or 3d, not 'long'.", "team=chat", "dana", "x", "long", "")]
    [InlineData("--until is an instant with its offset", "team=chat", "dana", "x", "", "tomorrow")]
    [InlineData("a silence ends in the future, at most 90 days", "team=chat", "dana", "x", "", "2026-01-05T07:59Z")]
    [InlineData("a silence ends in the future, at most 90 days", "team=chat", "dana", "x", "91d", "")]
    [InlineData("--match is LABEL=VALUE, each label once", "chat", "dana", "x", "1h", "")]
    [InlineData("--match: A silence cannot match 'colour'", "colour=red", "dana", "x", "1h", "")]
    [InlineData("--match: unknown alert 'oversized'; did you mean 'oversize'?", "alert=oversized", "dana", "x", "1h", "")]
    [InlineData("--author is a text of 1 to 500 characters.", "team=chat", " ", "x", "1h", "")]
    public async Task A_wrong_command_line_is_one_line_that_says_why(
        string reason,
        string match,
        string author,
        string text,
        string duration,
        string until
    )
    {
        string[] end =
        [
            .. duration.Length > 0 ? ["--for", duration] : (string[])[],
            .. until.Length > 0 ? ["--until", until] : (string[])[],
        ];
        var run = await RunAsync(["silence", "add", "--match", match, "--author", author, "--reason", text, .. end]);
        Assert.Equal(ExitCodes.Usage, run.ExitCode);
        Assert.StartsWith("advisor: " + reason, run.Error, StringComparison.Ordinal);
        Assert.Single(run.Error.TrimEnd('\n').Split('\n'));
    }

    [Theory]
    [InlineData("silence", "list")]
    [InlineData("silence", "add", "--match", "alert=noData", "--for", "1h", "--author", "dana", "--reason", "x")]
    [InlineData("silence", "end", "abc")]
    [InlineData("snooze", "chat", "--reason", "x")]
    [InlineData("resume", "--author", "dana", "--reason", "x")]
    public async Task Without_sign_in_one_line_says_so(params string[] command)
    {
        // The sign-in comes before any request; who has signed in here by a tool would get further.
        Assert.SkipWhen(
            (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator).Any(path => File.Exists(Path.Combine(path, "az"))),
            "the Azure CLI may be signed in"
        );
        var run = await RunAsync([.. command, "--state", "https://account.table.core.windows.net"]);

        Assert.Equal(ExitCodes.NotAuthorized, run.ExitCode);
        Assert.Matches("^advisor: the state: (No sign-in to Azure was found|Signing in to Azure failed): .* az login[^\n]*\n$", run.Error);
    }

    [Fact]
    public async Task A_silence_that_is_not_there_and_a_state_that_is_not_there_are_said_so()
    {
        var unknown = await RunAsync("silence", "end", "abc");
        Assert.Equal(
            (ExitCodes.NotFound, "advisor: there is no silence 'abc': 'advisor silence list --all' shows them.\n"),
            (unknown.ExitCode, unknown.Error)
        );
        var none = await RunAsync("silence", "list", "--state", "other.db");
        Assert.Equal(ExitCodes.InvalidInput, none.ExitCode);
        Assert.StartsWith("advisor: there is no state 'other.db'", none.Error, StringComparison.Ordinal);
        Assert.False(File.Exists(Path.Combine(folder.Path, "other.db")));
    }

    [Theory]
    [InlineData(
        "http://127.0.0.1:1/devstoreaccount1",
        ExitCodes.Unreachable,
        "the state: The table service http://127.0.0.1:1/devstoreaccount1 cannot be reached"
    )]
    [InlineData("http://account.table.core.windows.net", ExitCodes.Usage, "the address of a table service begins with https://")]
    [InlineData(
        "https://account.table.core.windows.net/?sv=2024&sig=T0PS3CRET",
        ExitCodes.Usage,
        "the address of a table service is scheme and host alone, without a key or a signature"
    )]
    public async Task A_table_service_that_cannot_be_used_is_one_line(string place, int code, string expected)
    {
        var run = await RunAsync("silence", "list", "--state", place);

        Assert.Equal(code, run.ExitCode);
        Assert.StartsWith("advisor: " + expected, run.Error, StringComparison.Ordinal);
        Assert.Single(run.Error.TrimEnd('\n').Split('\n'));
        Assert.DoesNotContain("T0PS3CRET", run.Error, StringComparison.Ordinal);
    }
}
