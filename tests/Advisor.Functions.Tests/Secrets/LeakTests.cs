using System.Net.Http.Headers;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
using Advisor.Functions.Tests.Crashes;
using Advisor.Functions.Tests.Published;
using Advisor.HostStandIn;
using Advisor.HostStandIn.Telemetry;
using Advisor.Lab.LocalAzure.Scenarios;
using Advisor.Tests;

namespace Advisor.Functions.Tests.Secrets;

/// <summary>
/// The published executable with a secret in every place that has one, at work with receivers that repeat what they were sent: none of it
/// is in its output, its telemetry, its rows, its queue messages or its answers, in whatever form.
/// </summary>
public sealed partial class LeakTests(PublishedApp package) : IClassFixture<PublishedApp>
{
    private static readonly TimeSpan Step = TimeSpan.FromMinutes(5);

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task No_secret_and_no_token_is_anywhere_but_at_its_receiver()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "only there does a variable name the certificates that are trusted");
        var planted = new PlantedSecrets();
        await using var place = await Installation.StartAsync(package.Folder, LocalScenario.Ten);
        await using var collector = await OtlpReceiver.StartAsync(Cancellation);
        await using var receiver = await RepeatingReceiver.StartAsync(Cancellation);
        await using var mail = new MailServer();
        await using var vault = new VaultAndIdentity(
            new Dictionary<string, string>
            {
                ["slack"] = CreateAddress(receiver, 503, planted.Plant("slack")),
                ["pager"] = planted.Plant("pager"),
            },
            planted.Plant("token")
        );
        using var folder = new TemporaryFolder();
        var settings = CreateSettings(planted, vault, receiver, collector, folder.Write("advisor.yaml", RenderChannels(receiver, mail)));
        var host = await place.AddHostAsync(with: options =>
            options with
            {
                FunctionKey = planted.Plant("functionKey"),
                Settings = options
                    .Settings.Concat(settings)
                    .GroupBy(pair => pair.Key)
                    .ToDictionary(same => same.Key, same => same.Last().Value),
            }
        );

        // Half an hour with approvals, alerts and their ends, messages that cannot be read, and requests of all kinds.
        for (var tick = 0; tick < 6; tick++)
        {
            await place.TickAsync(Step);
        }

        await host.Queues.PutAsync("advisor-deliver", "{\"odd\":true}", Cancellation);
        await host.Queues.PutAsync("advisor-change-poison", "{\"kind\":\"Change\"}", Cancellation);
        await place.WaitUntilIdleAsync();
        var answers = await SendEveryRequestAsync(host, planted);
        await Until.WaitAsync(() =>
            collector.Spans.Any(s => s.Name == "Deliver")
            && collector.Logs.Count > 0
            && collector.Metrics.Any(m => m.Name == "http.server.request.duration")
        );

        // All of it was in use.
        var received = string.Join('\n', receiver.Requests);
        foreach (var name in (string[])["teams", "slack", "hook", "pager"])
        {
            Assert.True(
                received.Contains(planted[name], StringComparison.Ordinal)
                    || received.Contains(Uri.EscapeDataString(planted[name]), StringComparison.Ordinal),
                $"{name} was not used"
            );
        }

        Assert.Contains("v1,", received, StringComparison.Ordinal);
        Assert.Equal("advisor:" + planted["password"], mail.SignedIn);
        Assert.Contains(vault.Requests, request => request.Contains("/secrets/pager", StringComparison.Ordinal));
        Assert.Contains(vault.Requests, request => request.Contains(planted["identity"], StringComparison.Ordinal));
        Assert.Contains(host.Log, line => line.Contains("the receiver answered 400", StringComparison.Ordinal));
        var tokens = TokenPattern().Matches(received).Select(match => match.Value).Distinct().ToList();
        Assert.All(
            (string[])["approvals/", "silences/new?", "resources?"],
            page => Assert.Contains("/open/" + page, received, StringComparison.Ordinal)
        );
        foreach (var (token, i) in tokens.Select((token, i) => (token, i)))
        {
            planted.Add($"link token {i}", token);
        }

        var rows = await TableDump.ReadAsync(place.Azurite.Tables, Cancellation);
        var places = host
            .Log.Select(line => ("the output", line))
            .Concat(collector.Requests.Select(request => ("the telemetry: " + request.Signal, Encoding.UTF8.GetString(request.Body))))
            .Concat(collector.Others.Select(request => ("a request to the collector", request)))
            .Concat(
                host.Outcomes.SelectMany(outcome =>
                    outcome.Outputs.SelectMany(output => output.Value).Select(message => ("a message to a queue", message))
                )
            )
            .Concat(
                (await host.Queues.PeekAsync("advisor-dead-letter", Cancellation)).Select(message => ("a dead-lettered message", message))
            )
            .Concat(answers.Select(answer => ("an answer", answer)))
            .Concat(rows.Select(row => ("row " + row.Key, row.Text)))
            .ToList();

        // A message that waits for its channel has no token either: links are made when it is sent.
        Assert.Contains(rows, row => row.Key.Contains("/d-", StringComparison.Ordinal));
        Assert.Contains(rows, row => row.Key.StartsWith("dead-letters/", StringComparison.Ordinal));
        AssertNone(places.SelectMany(where => planted.FindLeaks(where.Item1, where.Item2)));
    }

    [Fact]
    public async Task A_state_that_refuses_the_caller_is_reported_without_any_secret()
    {
        var planted = new PlantedSecrets();
        await using var place = await Installation.StartAsync(package.Folder, LocalScenario.Ten);
        await using var collector = await OtlpReceiver.StartAsync(Cancellation);
        var host = await place.AddHostAsync(
            tables: new Uri(collector.Address, "/devstoreaccount1"),
            with: options =>
                options with
                {
                    FunctionKey = planted.Plant("functionKey"),
                    Settings = options
                        .Settings.Concat(CreateTelemetrySettings(planted, collector))
                        .Append(new("AZURE_CLIENT_SECRET", planted.Plant("client")))
                        .ToDictionary(),
                }
        );

        await host.AdvanceAsync(TimeSpan.FromMinutes(1));
        var answers = await SendEveryRequestAsync(host, planted);
        await Until.WaitAsync(() => collector.Logs.Any(line => line.Contains("denies access", StringComparison.Ordinal)));

        planted.Add("the emulator's key", Azurite.Key);
        Assert.Contains(answers, answer => answer.Contains("Storage Table Data Contributor", StringComparison.Ordinal));
        AssertNone(
            host.Log.Concat(answers)
                .Concat(collector.Requests.Select(request => Encoding.UTF8.GetString(request.Body)))
                .SelectMany(text => planted.FindLeaks("what was said", text))
        );
    }

    // The first of each kind of place.
    private static void AssertNone(IEnumerable<Leak> leaks)
    {
        var found = leaks
            .DistinctBy(leak => (leak.Secret.Split(' ')[0], leak.Place.Split('/')[0]))
            .Select(leak => $"{leak.Secret} in {leak.Place}: {leak.Before}")
            .ToList();
        Assert.True(found.Count == 0, string.Join(Environment.NewLine, found));
    }

    private static string CreateAddress(RepeatingReceiver receiver, int status, string secret) =>
        new Uri(receiver.Address, $"/{status}/{Uri.EscapeDataString(secret)}?sig={Uri.EscapeDataString(secret)}").AbsoluteUri;

    /// <summary>
    /// Every route, with keys and tokens as callers have them, in headers and, as links do, in the address; right ones and wrong ones.
    /// </summary>
    private static async Task<IReadOnlyList<string>> SendEveryRequestAsync(StandInHost host, PlantedSecrets planted)
    {
        var (bearer, principal, query) = (planted.Plant("bearer"), planted.Plant("principal"), planted.Plant("query"));
        string[] paths =
        [
            "/api/resources",
            "/api/resources?after=wrong",
            "/api/history?resource=wrong",
            "/api/changes",
            "/api/dead-letters",
            "/api/nothing",
            "/open/health",
            "/open/nothing",
            "/open/approvals/nothing",
            "/open/silences/new?alert=serverLoad",
            "/open/resources?id=x",
        ];
        using var http = new HttpClient();
        var answers = new List<string>();
        foreach (
            var (method, path) in paths
                .Select(path => (HttpMethod.Get, path))
                .Append((HttpMethod.Post, "/api/evaluate"))
                .Append((HttpMethod.Post, "/open/approvals/nothing"))
        )
        {
            using var request = new HttpRequestMessage(
                method,
                new Uri(host.Address, $"{path}{(path.Contains('?', StringComparison.Ordinal) ? "&" : "?")}t={Uri.EscapeDataString(query)}")
            );
            request.Headers.Add("x-functions-key", planted["functionKey"]);
            request.Headers.Add("X-MS-CLIENT-PRINCIPAL", principal);
            request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", bearer);
            request.Content = method == HttpMethod.Post ? new StringContent($"t={query}", Encoding.UTF8, "application/json") : null;
            using var answer = await http.SendAsync(request, Cancellation);
            answers.Add($"{path}: {answer.Headers}{await answer.Content.ReadAsStringAsync(Cancellation)}");
        }

        using var wrongKey = await http.GetAsync(new Uri(host.Address, "/api/resources?code=" + Uri.EscapeDataString(query)), Cancellation);
        Assert.Equal(401, (int)wrongKey.StatusCode);
        return answers;
    }

    // What opens a link: the key's id, the expiry, 32 bytes in base64url.
    [GeneratedRegex("""one\.[0-9]{10}\.[A-Za-z0-9_-]{43}""", RegexOptions.None, 1000)]
    private static partial Regex TokenPattern();

    private static Dictionary<string, string> CreateSettings(
        PlantedSecrets planted,
        VaultAndIdentity vault,
        RepeatingReceiver receiver,
        OtlpReceiver collector,
        string configuration
    )
    {
        planted.Add("approvalKey", Convert.ToBase64String(RandomNumberGenerator.GetBytes(32)));
        planted.Add("olderKey", Convert.ToBase64String(RandomNumberGenerator.GetBytes(32)));
        var settings = new Dictionary<string, string>
        {
            ["Advisor__Mode"] = "approve",
            ["Advisor__Interval"] = "00:05:00",
            ["Advisor__ConfigFile"] = configuration,
            ["Advisor__Address"] = "https://advisor.example.com",
            ["Advisor__ApprovalKeys"] = $"one:{planted["approvalKey"]},old:{planted["olderKey"]}",
            ["Advisor__WebhookUrl"] = CreateAddress(receiver, 200, planted.Plant("hook")),
            ["TEAMS_URL"] = CreateAddress(receiver, 400, planted.Plant("teams")),
            ["SIGNING_KEY"] = planted.Plant("signing"),
            ["MAIL_PASSWORD"] = planted.Plant("password"),
            ["AzureWebJobsStorage"] = $"DefaultEndpointsProtocol=https;AccountName=a;AccountKey={planted.Plant("storage")}",
            ["AZURE_CLIENT_SECRET"] = planted.Plant("client"),
            ["APPLICATIONINSIGHTS_CONNECTION_STRING"] = $"InstrumentationKey={planted.Plant("insights")}",
        };
        return settings
            .Concat(vault.CreateSettings(planted.Plant("identity")))
            .Concat(CreateTelemetrySettings(planted, collector))
            .ToDictionary();
    }

    private static Dictionary<string, string> CreateTelemetrySettings(PlantedSecrets planted, OtlpReceiver collector) =>
        new()
        {
            ["OTEL_EXPORTER_OTLP_ENDPOINT"] = collector.Address.AbsoluteUri,
            ["OTEL_EXPORTER_OTLP_PROTOCOL"] = "http/protobuf",
            ["OTEL_EXPORTER_OTLP_HEADERS"] = "x-api-key=" + Uri.EscapeDataString(planted.Plant("collector")),
            ["OTEL_METRIC_EXPORT_INTERVAL"] = "500",
            ["OTEL_BSP_SCHEDULE_DELAY"] = "200",
            ["OTEL_BLRP_SCHEDULE_DELAY"] = "200",
        };

    // Refused for good, down for now, a success that is none, taken, taken by mail, and the log.
    private static string RenderChannels(RepeatingReceiver receiver, MailServer mail) =>
        $$"""
            channels:
              - { name: teams, type: teams, address: "env:TEAMS_URL", allowPrivate: true }
              - { name: slack, type: slack, address: "{{VaultAndIdentity.CreateReference("slack")}}", allowPrivate: true }
              - { name: pager, type: pagerduty, routingKey: "{{VaultAndIdentity.CreateReference("pager")}}", endpoint: "{{new Uri(
                receiver.Address,
                "/200/enqueue"
            )}}", allowPrivate: true }
              - { name: hook, type: webhook, address: "env:Advisor__WebhookUrl", signingKey: "env:SIGNING_KEY", allowPrivate: true }
              - name: mail
                type: email
                host: 127.0.0.1
                port: {{mail.Port}}
                startTls: false
                user: advisor
                password: "env:MAIL_PASSWORD"
                from: advisor@example.com
                to: [team@example.com]
              - { name: log, type: console }
            teams:
              - { name: everybody, channels: [teams, slack, pager, hook, mail, log] }
            routes:
              - { team: everybody }
            """;
}
