using Advisor.Lab.LocalAzure;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Report;

/// <summary><c>advisor report</c> over the loopback Azure.</summary>
public sealed class ReportCommandTests : IDisposable
{
    private static readonly Lazy<Task<(byte[] State, string[] Mails)>> Watched = new(WatchAsync);

    private readonly TemporaryFolder folder = new();

    [Fact]
    public async Task A_team_is_reported_as_one_file_of_html()
    {
        var run = await RunAsync("report", "--local", "--team", "lobby", "--since", "1d", "-o", "lobby.html");

        Assert.Equal(ExitCodes.Success, run.ExitCode);
        Assert.Equal(string.Empty, run.Out);
        Assert.Contains("advisor: wrote lobby.html, ", run.Error, StringComparison.Ordinal);
        var html = await File.ReadAllTextAsync(Path.Combine(folder.Path, "lobby.html"), TestContext.Current.CancellationToken);
        Assert.StartsWith("<!doctype html>", html, StringComparison.Ordinal);
        Assert.Contains("<h1>Capacity report, team lobby</h1>", html, StringComparison.Ordinal);

        // More connections than five units hold at their target of 90 %: the picture of its scale-out.
        Assert.Contains("<h3>lobby-connections</h3>", html, StringComparison.Ordinal);
        Assert.Contains("aria-label=\"Needed and provisioned units of lobby-connections.", html, StringComparison.Ordinal);
        Assert.DoesNotContain("hot-chat", html, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Without_a_file_the_fleet_is_reported_as_markdown()
    {
        var run = await RunAsync("report", "--local", "--since", "1d");

        Assert.Equal(ExitCodes.Success, run.ExitCode);
        Assert.StartsWith("# Capacity report\n", run.Out, StringComparison.Ordinal);
        Assert.Contains("| hot-chat | 24 h | 100 % | ", run.Out, StringComparison.Ordinal);
        Assert.DoesNotContain("## Changes", run.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task With_a_state_changes_are_listed_and_alerts_have_a_start()
    {
        await File.WriteAllBytesAsync(Path.Combine(folder.Path, "state.db"), (await Watched.Value).State);

        var run = await RunAsync(
            cli => cli with { Time = new ManualTimeProvider(new(2026, 1, 5, 7, 0, 0, TimeSpan.Zero)) },
            "report",
            "--local",
            "--since",
            "1d",
            "--state",
            "state.db"
        );

        Assert.Equal(ExitCodes.Success, run.ExitCode);
        Assert.Contains("| idle-staging | Standard_S1 x 10 to 1 | verified | Needs 0.20 units; ", run.Out, StringComparison.Ordinal);
        Assert.Contains("| stuck-server-load | Suspect metric | warning | firing | 2026-01-05 06:", run.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_report_takes_the_place_of_the_one_before_when_it_is_whole()
    {
        if (OperatingSystem.IsWindows())
        {
            Assert.Skip("an open file is not replaced there");
            return;
        }

        var path = folder.Write("chat.md", "The report of yesterday.");
        File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        using var before = File.OpenText(path);
        // The process of another container that writes the same report, on a volume of both: each is number 1 of its own.
        var others = folder.Write($"chat.md.{Environment.ProcessId}.partial", "# Capa");

        var run = await RunAsync("report", "--local", "--since", "1d", "-o", "chat.md");

        // Written over it, a full disk would have taken both.
        Assert.Equal(ExitCodes.Success, run.ExitCode);
        Assert.Equal("The report of yesterday.", await before.ReadToEndAsync(TestContext.Current.CancellationToken));
        Assert.StartsWith("# Capacity report", await File.ReadAllTextAsync(path, TestContext.Current.CancellationToken));
        Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(path));
        Assert.Equal([path, others], Directory.GetFiles(folder.Path).Order(StringComparer.Ordinal));
    }

    [Fact]
    public async Task A_report_leaves_a_file_that_a_group_may_write_to_the_group()
    {
        if (OperatingSystem.IsWindows())
        {
            Assert.Skip("there are no such permissions there");
            return;
        }

        const UnixFileMode OfAll =
            UnixFileMode.UserRead
            | UnixFileMode.UserWrite
            | UnixFileMode.GroupRead
            | UnixFileMode.GroupWrite
            | UnixFileMode.OtherRead
            | UnixFileMode.OtherWrite;
        var path = folder.Write("chat.md", "The report of yesterday.");
        File.SetUnixFileMode(path, OfAll);

        var run = await RunAsync("report", "--local", "--since", "1d", "-o", "chat.md");

        // The umask of a process takes the rights to write from a file that it creates.
        Assert.Equal(ExitCodes.Success, run.ExitCode);
        Assert.Equal(OfAll, File.GetUnixFileMode(path));
    }

    [Fact]
    public async Task A_report_is_written_to_a_pipe_which_stays()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "a pipe has no name in a folder there");
        var path = Path.Combine(folder.Path, "chat.md");
        await System.Diagnostics.Process.Start("mkfifo", [path]).WaitForExitAsync(TestContext.Current.CancellationToken);
        await using var pipe = new FileStream(path, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite);

        var run = await RunAsync("report", "--local", "--since", "1d", "-o", "chat.md");

        // A pipe has no length; the report of ten resources is smaller than what it holds.
        Assert.Equal(ExitCodes.Success, run.ExitCode);
        Assert.Equal(0, new FileInfo(path).Length);
        var first = new byte["# Capacity report".Length];
        await pipe.ReadExactlyAsync(first, TestContext.Current.CancellationToken);
        Assert.Equal("# Capacity report", System.Text.Encoding.UTF8.GetString(first));
    }

    [Fact]
    public async Task A_folder_that_does_not_exist_is_said_before_the_metrics_are_read()
    {
        var run = await RunAsync("report", "--local", "-o", "none/report.html");

        Assert.Equal(
            (ExitCodes.InvalidInput, "advisor: the report cannot be written to 'none/report.html': its folder does not exist.\n"),
            (run.ExitCode, run.Error)
        );
    }

    [Theory]
    [InlineData(
        ExitCodes.Usage,
        "advisor: --output must be html, markdown, or a file that ends in .html or .md, not 'report.pdf'.",
        "-o",
        "report.pdf"
    )]
    [InlineData(ExitCodes.Usage, "advisor: --since must be a duration from 1h to 30d, such as 2h or 14d, not '31d'.", "--since", "31d")]
    [InlineData(ExitCodes.NotFound, "advisor: none of the 10 resources belongs to team 'loby'. Did you mean 'lobby'?", "--team", "loby")]
    [InlineData(ExitCodes.InvalidInput, "advisor: state 'none.db' not found", "--state", "none.db")]
    [InlineData(ExitCodes.InvalidInput, "advisor: the report cannot be written to 'no/folder/r.md'", "-o", "no/folder/r.md")]
    public async Task What_cannot_be_reported_is_said(int code, string problem, string option, string value)
    {
        var run = await RunAsync("report", "--local", option, value);

        Assert.Equal((code, string.Empty), (run.ExitCode, run.Out));
        Assert.Contains(problem, run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_report_of_the_configuration_is_sent_by_mail_at_once()
    {
        await using var server = new MailServer();
        WriteConfiguration(folder, server.Port);

        var run = await RunAsync("report", "--local", "--send", "Lobby weekly");

        Assert.Equal((ExitCodes.Success, "lobby weekly: sent to dana@example.net.\n", ""), (run.ExitCode, run.Out, run.Error));
        var parts = ReceivedMail.ReadParts(Assert.Single(server.Mails));
        Assert.Equal(["text/plain", "text/html", "text/html"], parts.Select(part => part.Type));
        Assert.StartsWith("# Capacity report, team lobby\n", parts[0].Text, StringComparison.Ordinal);
        Assert.Contains("- lobby-connections: Standard_S1 x 5: scale out to 6. ", parts[0].Text, StringComparison.Ordinal);
        Assert.StartsWith("<!doctype html>", parts[1].Text, StringComparison.Ordinal);
        Assert.DoesNotContain("<script", parts[1].Text, StringComparison.OrdinalIgnoreCase);
        Assert.StartsWith("capacity-lobby-", parts[2].FileName, StringComparison.Ordinal);
        Assert.Contains("aria-label=\"Needed and provisioned units of lobby-connections.", parts[2].Text, StringComparison.Ordinal);
        Assert.DoesNotContain("hot-chat", parts[2].Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_mail_that_the_server_does_not_take_is_said_without_its_words()
    {
        await using var server = new MailServer(MailFault.RefusesReceiver);
        WriteConfiguration(folder, server.Port);

        var run = await RunAsync("report", "--local", "--send", "fleet");

        Assert.Equal(ExitCodes.NotDelivered, run.ExitCode);
        Assert.Equal("fleet: not sent. mail: the mail server does not accept the recipient ops@example.net (550).\n", run.Out);
    }

    [Theory]
    [InlineData(ExitCodes.NotFound, "unknown report 'fleat'; did you mean 'fleet'?", "--send", "fleat")]
    [InlineData(ExitCodes.Usage, "omit --team.", "--send", "fleet", "--team", "lobby")]
    [InlineData(ExitCodes.Usage, "omit --output.", "--send", "fleet", "-o", "html")]
    public async Task What_cannot_be_sent_is_said(int code, string problem, params string[] args)
    {
        WriteConfiguration(folder, 2525);

        var run = await RunAsync(["report", "--local", .. args]);

        Assert.Equal((code, string.Empty), (run.ExitCode, run.Out));
        Assert.Contains(problem, run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Without_reports_in_the_configuration_nothing_is_sent()
    {
        var run = await RunAsync("report", "--local", "--send", "fleet");

        Assert.Equal(ExitCodes.InvalidInput, run.ExitCode);
        Assert.Contains("advisor.yaml has no reports ('advisor init' shows how).", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_watch_sends_the_report_when_it_is_due_with_the_alerts_and_changes_of_its_window()
    {
        var report = Assert.Single(
            (await Watched.Value).Mails,
            mail => mail.Contains("Subject: Capacity report, 2026-01-05 (7 days)\n", StringComparison.Ordinal)
        );
        var parts = ReceivedMail.ReadParts(report);
        Assert.Contains("\n2025-12-29 06:30 to 2026-01-05 06:30 UTC (7 days)\n", parts[0].Text, StringComparison.Ordinal);
        Assert.Contains("- stuck-server-load: Suspect metric (warning), firing, ", parts[0].Text, StringComparison.Ordinal);
        Assert.Contains("<h2>Changes</h2>", parts[2].Text, StringComparison.Ordinal);
        Assert.Contains("Standard_S1 x 10 to 1</td>", parts[2].Text, StringComparison.Ordinal);
    }

    public void Dispose() => folder.Dispose();

    // The simulation begins on Monday 2026-01-05 at 06:00 UTC; the report is due at 07:30 in Berlin, which is 06:30 UTC.
    private static async Task<(byte[] State, string[] Mails)> WatchAsync()
    {
        using var own = new TemporaryFolder();
        await using var server = new MailServer();
        WriteConfiguration(own, server.Port);
        string[] watch = ["watch", "--local", "--mode", "auto", "--hours", "0.6", "--state", "state.db"];
        var run = await CliResult.RunAsync(watch, cli => cli with { Folder = own.Path });
        Assert.True(run.ExitCode == ExitCodes.Success, run.Error);
        return (await File.ReadAllBytesAsync(Path.Combine(own.Path, "state.db")), [.. server.Mails]);
    }

    private static void WriteConfiguration(TemporaryFolder folder, int port) =>
        folder.Write(
            "advisor.yaml",
            $"""
            channels:
              - name: mail
                type: email
                host: localhost
                port: {port}
                startTls: false
                from: advisor@example.net
                to: [ops@example.net]
            teams:
              - name: lobby
                channels: [mail]
              - name: platform
                channels: [mail]
            routes:
              - team: platform
            reports:
              - name: fleet
                day: mon
                at: "07:30"
                timeZone: Europe/Berlin
              - name: lobby weekly
                team: lobby
                day: tue
                at: "08:00"
                timeZone: UTC
                to: [dana@example.net]
            """
        );

    private Task<CliResult> RunAsync(params string[] args) => RunAsync(cli => cli, args);

    private Task<CliResult> RunAsync(Func<CliContext, CliContext> change, params string[] args) =>
        CliResult.RunAsync(args, cli => change(cli with { Folder = folder.Path }), TestContext.Current.CancellationToken);
}
