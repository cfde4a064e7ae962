using System.Collections.Concurrent;
using System.Net;
using System.Text.Json.Nodes;
using Advisor.Tests;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;

namespace Advisor.Cli.Tests.Commands.Notify;

public sealed class NotifyCommandTests : IDisposable
{
    private const string Yaml = """
        channels:
          - { name: log, type: console }
          - { name: room, type: teams, address: "env:ROOM" }
        teams:
          - { name: chat, channels: [log, room] }
          - { name: platform, channels: [log] }
        routes:
          - { team: platform }
        """;

    private readonly TemporaryFolder folder = new();

    [Fact]
    public async Task The_default_team_gets_a_message_that_says_that_nothing_is_wrong()
    {
        var run = await RunAsync(Yaml, "notify", "test");
        Assert.Equal((ExitCodes.Success, ""), (run.ExitCode, run.Error));
        Assert.Contains("Info: Test message from Advisor\n", run.Out, StringComparison.Ordinal);
        Assert.Contains("  Team: platform\n", run.Out, StringComparison.Ordinal);
        Assert.EndsWith("log (console): delivered\n", run.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_channel_that_does_not_take_it_is_named_with_what_to_do_and_the_others_get_theirs()
    {
        var run = await RunAsync(Yaml, "notify", "test", "--team", "Chat");
        Assert.Equal(ExitCodes.NotDelivered, run.ExitCode);
        Assert.EndsWith(
            "log (console): delivered\nroom (teams): not delivered. room: env:ROOM is not set; put the address of the receiver there.\n",
            run.Out,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task One_channel_alone_can_be_tried()
    {
        var run = await RunAsync(Yaml, "notify", "test", "--team", "chat", "--channel", "log");
        Assert.Equal(ExitCodes.Success, run.ExitCode);
        Assert.DoesNotContain("room", run.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_incident_that_the_test_opens_at_PagerDuty_is_resolved_with_the_same_key()
    {
        var posts = new ConcurrentQueue<string>();
        await using var pager = await StartPagerAsync(posts, """{"status":"success"}""");
        var run = await RunAsync(RenderPagerYaml(pager), "notify", "test");

        Assert.Equal((ExitCodes.Success, "pager (pagerduty): delivered and resolved\n"), (run.ExitCode, run.Out));
        var events = posts.Select(post => JsonNode.Parse(post)!).ToList();
        Assert.Equal(["trigger", "resolve"], events.Select(e => (string?)e["event_action"]));
        Assert.Single(events.Select(e => (string?)e["dedup_key"]).Distinct());
    }

    [Fact]
    public async Task An_incident_that_cannot_be_resolved_is_said_so()
    {
        var posts = new ConcurrentQueue<string>();
        await using var pager = await StartPagerAsync(posts, """{"status":"success"}""", refuseResolve: true);
        var run = await RunAsync(RenderPagerYaml(pager), "notify", "test");

        Assert.Equal(ExitCodes.NotDelivered, run.ExitCode);
        Assert.StartsWith(
            "pager (pagerduty): delivered, but not resolved: resolve the incident by hand. pager: the receiver answered 400",
            run.Out,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task A_sample_of_each_kind_of_message_is_sent_and_nothing_is_written()
    {
        var run = await RunAsync(Yaml, "notify", "test", "--sample");

        Assert.Equal((ExitCodes.Success, ""), (run.ExitCode, run.Error));
        Assert.Equal(
            [
                "alert firing",
                "alert that goes on",
                "alert resolved",
                "alerts grouped",
                "recommendation",
                "digest",
                "approval asked",
                "approvals combined",
                "change done",
                "change failed",
                "Advisor itself",
            ],
            run.Out.Split('\n')
                .Where(line => line.StartsWith("log (console), ", StringComparison.Ordinal))
                .Select(line => line["log (console), ".Length..].Replace(": delivered", "", StringComparison.Ordinal))
        );
        Assert.Equal(["advisor.yaml"], Directory.EnumerateFileSystemEntries(folder.Path).Select(Path.GetFileName));
        Assert.Equal(
            11,
            run.Out.Split('\n')
                .Count(line => line.EndsWith("This is a sample: no action needed, and its links do not work.", StringComparison.Ordinal))
        );
        Assert.Contains(
            "  Warning: Sample: Scale-out recommended for sample-chat: Standard_S1 x 3 to Standard_S1 x 4\n",
            run.Out,
            StringComparison.Ordinal
        );
        Assert.Contains("  Digest: Sample: 3 resources need a larger size, ", run.Out, StringComparison.Ordinal);
        Assert.Contains(
            "  Warning: Sample: Approval requested for sample-chat: scale out, Standard_S1 x 3 to Standard_S1 x 4\n",
            run.Out,
            StringComparison.Ordinal
        );
        Assert.Contains("  Approve: https://advisor.example.com/open/approvals/", run.Out, StringComparison.Ordinal);
        Assert.Contains("  Info: Sample: sample-chat scaled out: Standard_S1 x 3 to Standard_S1 x 4\n", run.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Samples_at_PagerDuty_leave_no_incident_open()
    {
        var posts = new ConcurrentQueue<string>();
        await using var pager = await StartPagerAsync(posts, """{"status":"success"}""");
        var run = await RunAsync(RenderPagerYaml(pager), "notify", "test", "--sample");

        const string Notice = "not sent: it opens incidents, and of notices only those from error up do";
        Assert.Equal(
            [
                "alert firing: delivered and resolved",
                "alert that goes on: delivered and resolved",
                "alert resolved: its incident was resolved with the previous sample",
                "alerts grouped: not sent: it gets each alert by itself",
                $"recommendation: {Notice}",
                $"digest: {Notice}",
                $"approval asked: {Notice}",
                $"approvals combined: {Notice}",
                $"change done: {Notice}",
                "change failed: delivered and resolved",
                "Advisor itself: delivered and resolved",
                "",
            ],
            run.Out.Split('\n').Select(line => line.Replace("pager (pagerduty), ", "", StringComparison.Ordinal))
        );
        var events = posts
            .Select(post => JsonNode.Parse(post)!)
            .Select(e => ((string?)e["event_action"], (string?)e["dedup_key"]))
            .ToList();
        Assert.Equal(4, events.Count(e => e.Item1 == "trigger")); // an alert that begins and goes on, a failed change, Advisor itself
        Assert.All(events.GroupBy(e => e.Item2), incident => Assert.Equal("resolve", incident.Last().Item1));
    }

    [Fact]
    public async Task Samples_below_the_minimum_severity_of_a_channel_are_left_out()
    {
        var yaml = Yaml.Replace(
            "{ name: platform, channels: [log] }",
            "{ name: platform, channels: [log], minSeverity: { log: critical } }",
            StringComparison.Ordinal
        );
        var run = await RunAsync(yaml, "notify", "test", "--sample");

        Assert.Equal(ExitCodes.Success, run.ExitCode);
        Assert.All(
            run.Out.Split('\n', StringSplitOptions.RemoveEmptyEntries),
            line => Assert.EndsWith(": not sent: its minSeverity is critical", line, StringComparison.Ordinal)
        );
    }

    [Theory]
    [InlineData(ExitCodes.NotFound, "unknown team 'ghosts'; known teams: chat, platform.", Yaml, "--team", "ghosts")]
    [InlineData(ExitCodes.NotFound, "the team platform has no channel 'room'; its channels: log.", Yaml, "--channel", "room")]
    [InlineData(
        ExitCodes.InvalidInput,
        "advisor.yaml has no channels: add channels, teams and routes ('advisor init' shows how).",
        "defaults: { mode: observe }"
    )]
    public async Task What_is_not_there_is_said_in_one_line(int code, string reason, string yaml, params string[] options)
    {
        var run = await RunAsync(yaml, ["notify", "test", .. options]);
        Assert.Equal((code, $"advisor: {reason}\n"), (run.ExitCode, run.Error));
    }

    public void Dispose() => folder.Dispose();

    private static string RenderPagerYaml(WebApplication pager) =>
        $$"""
            channels:
              - { name: pager, type: pagerduty, routingKey: "env:KEY", endpoint: "{{pager.Urls.First()}}/v2/enqueue", allowPrivate: true }
            teams:
              - { name: chat, channels: [pager] }
            routes:
              - { team: chat }
            """;

    private static async Task<WebApplication> StartPagerAsync(ConcurrentQueue<string> posts, string answer, bool refuseResolve = false)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(kestrel => kestrel.Listen(IPAddress.Loopback, 0));
        var pager = builder.Build();
        pager.Run(async context =>
        {
            using var reader = new StreamReader(context.Request.Body);
            var post = await reader.ReadToEndAsync();
            posts.Enqueue(post);
            context.Response.StatusCode = refuseResolve && post.Contains("\"resolve\"", StringComparison.Ordinal) ? 400 : 202;
            await context.Response.WriteAsync(answer);
        });
        await pager.StartAsync();
        return pager;
    }

    private Task<CliResult> RunAsync(string yaml, params string[] args)
    {
        folder.Write("advisor.yaml", yaml);
        return CliResult.RunAsync(
            args,
            cli => cli with { Folder = folder.Path, Environment = name => name == "KEY" ? "0123456789abcdef0123456789abcdef" : null },
            TestContext.Current.CancellationToken
        );
    }
}
