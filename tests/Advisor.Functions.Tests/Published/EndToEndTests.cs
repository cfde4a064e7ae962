using System.Net;
using System.Text.Json;
using Advisor.HostStandIn;
using Advisor.Lab.LocalAzure;
using Advisor.Tests;

namespace Advisor.Functions.Tests.Published;

/// <summary>The published executable under the stand-in, with queues and tables of Azurite and the loopback Azure.</summary>
[Collection(nameof(PublishedApp))]
public sealed class EndToEndTests(PublishedApp package) : IAsyncLifetime
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(3);

    private Azurite? azurite;

    private LocalAzureHost azure = null!;

    private StandInHost host = null!;

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public async ValueTask InitializeAsync()
    {
        (azurite, var reason) = await Azurite.TryStartAsync();
        Assert.SkipWhen(azurite is null, reason ?? "");
        azure = await LocalAzureHost.StartAsync(cancellation: Cancellation);
        host = await StandInHost.StartAsync(CreateOptions(azurite!.Tables), Cancellation);
    }

    public async ValueTask DisposeAsync()
    {
        if (host is not null)
        {
            await host.DisposeAsync();
        }

        if (azure is not null)
        {
            await azure.DisposeAsync();
        }

        if (azurite is not null)
        {
            await azurite.DisposeAsync();
        }
    }

    [Fact]
    public async Task One_tick_of_the_timer_leads_to_a_decision_for_every_resource()
    {
        Assert.Equal(HttpStatusCode.ServiceUnavailable, (await GetAsync("/open/health", key: null)).Status);

        await host.AdvanceAsync(TimeSpan.FromMinutes(1));
        await host.WaitUntilIdleAsync(Patience, Cancellation);

        Assert.DoesNotContain(host.Outcomes, outcome => !outcome.Succeeded);
        var list = await GetAsync("/api/resources", host.Key);
        var resources = list
            .Body.GetProperty("resources")
            .EnumerateArray()
            .Select(resource => resource.GetProperty("id").GetString()!)
            .ToList();
        Assert.Equal(azure.Resources.Select(resource => resource.Id).Order(), resources.Order());
        foreach (var id in resources)
        {
            var detail = await GetAsync("/api/resources" + id, host.Key);
            Assert.Equal(id, detail.Body.GetProperty("decision").GetProperty("resourceId").GetString());
            var history = await GetAsync("/api/history?resource=" + Uri.EscapeDataString(id), host.Key);
            Assert.NotEqual(0, history.Body.GetProperty("decisions").GetArrayLength());
        }

        Assert.Equal("""{"status":"ok"}""", (await GetAsync("/open/health", key: null)).Body.GetRawText());
        await WaitForMetricsAsync(resources.Count);
        Assert.Contains(host.Log, line => line.StartsWith("[Information] advisor.heartbeat", StringComparison.Ordinal));
    }

    [Fact]
    public async Task An_app_that_is_killed_is_started_again_and_goes_on()
    {
        var first = host.App.Id;
        host.App.Kill();
        while (host.App.Id == first)
        {
            await Task.Delay(50, Cancellation);
        }

        await host.AdvanceAsync(TimeSpan.FromMinutes(1), pastDue: true);
        await host.WaitUntilIdleAsync(Patience, Cancellation);

        Assert.Contains(host.Log, line => line.Contains(", late: ", StringComparison.Ordinal));
        Assert.Equal(HttpStatusCode.OK, (await GetAsync("/open/health", key: null)).Status);
    }

    [Fact]
    public async Task Where_the_state_cannot_be_reached_messages_are_tried_again_and_kept_in_the_end()
    {
        // Nothing listens on port 1.
        await RestartAsync(options =>
            options with
            {
                Settings = new Dictionary<string, string>(options.Settings)
                {
                    ["Advisor__State__TableServiceUri"] = "http://127.0.0.1:1/devstoreaccount1",
                },
            }
        );
        const string message = """{"tick":"2026-03-01T08:00:00+00:00","name":"s","resourceIds":["/subscriptions/s"]}""";

        await host.Queues.PutAsync("advisor-evaluate", message, Cancellation);
        await host.WaitUntilIdleAsync(Patience, Cancellation);

        // Five tries as host.json says, then the poison function, which logs it since it cannot notify people.
        Assert.Equal(5, host.Outcomes.Count(outcome => outcome is { Function: "EvaluateBatch", Succeeded: false }));
        Assert.Equal([message], await host.Queues.PeekAsync("advisor-dead-letter", Cancellation));
        Assert.Contains(
            host.Log,
            line =>
                line.StartsWith("[Error]", StringComparison.Ordinal)
                && line.Contains("no notification could be sent", StringComparison.Ordinal)
        );
        Assert.Equal("""{"status":"unavailable"}""", (await GetAsync("/open/health", key: null)).Body.GetRawText());
        Assert.Equal(HttpStatusCode.ServiceUnavailable, (await GetAsync("/api/resources", host.Key)).Status);
    }

    private async Task RestartAsync(Func<StandInOptions, StandInOptions> change)
    {
        await host.DisposeAsync();
        host = await StandInHost.StartAsync(change(CreateOptions(azurite!.Tables)), Cancellation);
    }

    private StandInOptions CreateOptions(Uri tables) =>
        new()
        {
            Folder = package.Folder,
            Queues = azurite!.Queues,
            Account = Azurite.Account,
            AccountKey = Azurite.Key,
            VisibilityTimeout = TimeSpan.FromSeconds(1),
            Settings = new Dictionary<string, string>
            {
                ["AzureWebJobsStorage"] = "UseDevelopmentStorage=true",
                ["Advisor__State__TableServiceUri"] = tables.AbsoluteUri,
                ["Advisor__AzureEndpoint"] = azure.Endpoint.AbsoluteUri,
                ["Advisor__Subscriptions"] = azure.SubscriptionId,
            },
        };

    // Behind the key at the root, as a scrape requests it.
    private async Task WaitForMetricsAsync(int resources)
    {
        using var http = new HttpClient();
        Assert.Equal(HttpStatusCode.Unauthorized, (await http.GetAsync(new Uri(host.Address, "/metrics"), Cancellation)).StatusCode);
        http.DefaultRequestHeaders.Add("x-functions-key", host.Key);
        using var answer = await http.GetAsync(new Uri(host.Address, "/metrics"), Cancellation);
        var text = await answer.Content.ReadAsStringAsync(Cancellation);
        Assert.Equal("application/openmetrics-text; version=1.0.0; charset=utf-8", answer.Content.Headers.ContentType?.ToString());
        Assert.Contains($"\nadvisor_resources {resources}\n", text, StringComparison.Ordinal);
        if (OpenMetricsParser.IsPresent)
        {
            Assert.Equal(
                resources,
                (await OpenMetricsParser.ReadAsync(text)).Single(family => family.Name == "advisor_units").Samples.Count
            );
        }
    }

    private async Task<(HttpStatusCode Status, JsonElement Body)> GetAsync(string path, string? key)
    {
        using var http = new HttpClient();
        using var request = new HttpRequestMessage(HttpMethod.Get, new Uri(host.Address, path));
        if (key is not null)
        {
            request.Headers.Add("x-functions-key", key);
        }

        using var answer = await http.SendAsync(request, Cancellation);
        Assert.Equal(
            "no-store",
            answer.StatusCode is HttpStatusCode.NotFound or HttpStatusCode.Unauthorized
                ? "no-store"
                : answer.Headers.CacheControl?.ToString()
        );
        var body = await answer.Content.ReadAsStringAsync(Cancellation);
        return (answer.StatusCode, body.Length == 0 ? default : JsonSerializer.Deserialize<JsonElement>(body));
    }

    [Fact]
    public async Task Bad_input_is_answered_with_one_clear_line()
    {
        (string Path, int Status, string Expected)[] rows =
        [
            ("/api/history", 400, "Specify a resource: ?resource=ID."),
            ("/api/history?resource=x", 400, "resource: "),
            ("/api/resources?limit=0", 400, "limit must be a number from 1 to 1000"),
            ("/api/resources?after=..", 400, "after must be the value of next"),
            ("/api/resources/nothing", 400, "Not a resource id"),
            (
                "/api/resources/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/none",
                404,
                "Advisor does not monitor this resource"
            ),
            (
                "/api/changes?resource=/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/n&from=yesterday",
                400,
                "from must be an instant"
            ),
            (
                "/api/changes?resource=/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/n&"
                    + "from=2026-03-02T00:00:00Z&before=2026-03-01T00:00:00Z",
                400,
                "from must be earlier"
            ),
            ("/api/dead-letters?limit=none", 400, "limit must be a number from 1 to 1000"),
            ("/api/dead-letters/none", 404, "No dead-lettered message has this id."),
            ("/api/nothing", 404, "There is no /api/nothing."),
        ];
        foreach (var (path, status, expected) in rows)
        {
            var answer = await GetAsync(path, host.Key);

            Assert.Equal((path, status), (path, (int)answer.Status));
            Assert.Contains(expected, answer.Body.GetProperty("detail").GetString(), StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task The_api_requires_the_key_and_open_does_not()
    {
        using var http = new HttpClient();
        using var withoutKey = await http.GetAsync(new Uri(host.Address, "/api/resources"), Cancellation);
        using var open = await http.GetAsync(new Uri(host.Address, "/open/health"), Cancellation);
        Assert.Equal(HttpStatusCode.Unauthorized, (await GetAsync("/api/resources", "wrong")).Status);
        Assert.Equal(HttpStatusCode.Unauthorized, (await GetAsync("/api/nothing", "wrong")).Status);
        Assert.Equal(HttpStatusCode.NotFound, (await GetAsync("/api/nothing", host.Key)).Status);
        using var function = await http.PostAsync(new Uri(host.Address, "/Tick"), new StringContent("{}"), Cancellation);

        Assert.Equal(HttpStatusCode.Unauthorized, withoutKey.StatusCode);
        Assert.Equal(HttpStatusCode.ServiceUnavailable, open.StatusCode);
        Assert.Equal(HttpStatusCode.NotFound, function.StatusCode);
        Assert.Equal("""{"changes":[]}""", (await GetAsync("/api/changes", host.Key)).Body.GetRawText());
    }

    [Fact]
    public async Task A_tick_that_comes_twice_and_a_batch_that_is_delivered_twice_decide_once()
    {
        await host.AdvanceAsync(TimeSpan.FromMinutes(1));
        await host.WaitUntilIdleAsync(Patience, Cancellation);
        var tick = host.Outcomes.Single(outcome => outcome.Function == "Tick");
        Assert.True(tick.Succeeded, string.Join('\n', host.Log));
        Assert.True(tick.Outputs.TryGetValue("evaluate", out var batches), string.Join('\n', host.Log));
        var id = Uri.EscapeDataString(azure.Resources[0].Id);
        var before = (await GetAsync("/api/history?resource=" + id, host.Key)).Body.GetRawText();

        foreach (var batch in batches)
        {
            await host.Queues.PutAsync("advisor-evaluate", batch, Cancellation);
        }

        await host.WaitUntilIdleAsync(Patience, Cancellation);

        Assert.Equal(before, (await GetAsync("/api/history?resource=" + id, host.Key)).Body.GetRawText());
        Assert.Equal(batches.Count, host.Log.Count(line => line.EndsWith("is already complete.", StringComparison.Ordinal)));
    }

    [Fact]
    public async Task An_unreadable_message_is_reported_and_kept_literally_and_not_retried()
    {
        string[] queues = ["advisor-evaluate", "advisor-change", "advisor-deliver"];

        // 48 KB is the most that a queue takes before base64.
        string[] messages =
        [
            "",
            "null",
            "7",
            "[]",
            "no json",
            "{\"odd\":true}",
            "{\"tick\":\"2026-01-05T08:00:00Z\",\"name\":\"s\",\"resou",
            "{\"tick\":\"yesterday\",\"name\":7,\"resourceIds\":{}}",
            "{\"tick\":\"2026-01-05T08:00:00Z\",\"name\":\"s\",\"resourceIds\":[null]}",
            "{\"version\":2,\"kind\":\"Teleport\",\"scope\":\"fleet\",\"createdAt\":\"2026-01-05T08:00:00Z\",\"id\":\"x\"}",
            new string('"', 48 * 1024),
            new string('[', 48 * 1024),
            "\u0000\u202e💥" + new string('é', 20_000),
        ];
        foreach (var (queue, message) in queues.SelectMany(queue => messages.Select(message => (queue, message))))
        {
            await host.Queues.PutAsync(queue, message, Cancellation);
        }

        await host.WaitUntilIdleAsync(Patience, Cancellation);

        foreach (var queue in queues)
        {
            Assert.Equal(messages.Order(StringComparer.Ordinal), (await ListDeadLetteredAsync(queue)).Order(StringComparer.Ordinal));
            Assert.Equal(
                messages.Length,
                host.Log.Count(line => line.StartsWith("[Error] A message of " + queue, StringComparison.Ordinal))
            );
        }

        Assert.Empty(await host.Queues.PeekAsync("advisor-dead-letter", Cancellation));
        Assert.DoesNotContain(host.Outcomes, outcome => !outcome.Succeeded);

        // The notifications go out one after another by the channel of the log, and say where to look.
        for (var tick = 0; tick < 20 && CountReported() < queues.Length * messages.Length; tick++)
        {
            await host.AdvanceAsync(TimeSpan.FromMinutes(1));
            await host.WaitUntilIdleAsync(Patience, Cancellation);
        }

        Assert.Equal(queues.Length * messages.Length, CountReported());

        int CountReported() =>
            host.Log.Count(line =>
                line.StartsWith("[Information]  ", StringComparison.Ordinal)
                && line.Contains("GET /api/dead-letters/", StringComparison.Ordinal)
            );
    }

    [Fact]
    public async Task A_message_about_something_that_is_unknown_does_nothing()
    {
        await host.Queues.PutAsync(
            "advisor-change",
            """{"kind":"Change","scope":"/subscriptions/x","createdAt":"2026-01-05T08:00:00Z","id":"change"}""",
            Cancellation
        );
        await host.Queues.PutAsync(
            "advisor-deliver",
            """{"kind":"Notification","scope":"fleet","createdAt":"2026-01-05T08:00:00Z","id":"x"}""",
            Cancellation
        );
        await host.Queues.PutAsync(
            "advisor-evaluate",
            """{"tick":"2026-01-05T08:00:00Z","name":"s","resourceIds":["/subscriptions/x"]}""",
            Cancellation
        );
        await host.WaitUntilIdleAsync(Patience, Cancellation);

        Assert.Equal((3, true), (host.Outcomes.Count, host.Outcomes.All(outcome => outcome.Succeeded && outcome.Outputs.Count == 0)));
        Assert.Equal(0, azure.Calls[CallKind.Patch]);

        // The query of docs/deploy.md selects warnings and worse: as the host reads the lines, this is one.
        Assert.Contains(
            host.Log,
            line =>
                line.StartsWith(
                    "[Warning] warning: /subscriptions/x could not be evaluated: It is not in the fleet inventory yet.",
                    StringComparison.Ordinal
                )
        );
    }

    [Fact]
    public async Task A_poison_message_is_reported_and_kept()
    {
        await host.Queues.PutAsync("advisor-change-poison", "{\"kind\":\"Change\"}", Cancellation);
        await host.WaitUntilIdleAsync(Patience, Cancellation);

        Assert.Equal(["{\"kind\":\"Change\"}"], await ListDeadLetteredAsync("advisor-change"));
        Assert.Contains(host.Log, line => line.Contains("attempt that the host allows has failed", StringComparison.Ordinal));
    }

    [Fact]
    public async Task In_mode_auto_each_decided_change_is_sent_once_however_often_its_message_comes()
    {
        await RestartAsync(options =>
            options with
            {
                Settings = new Dictionary<string, string>(options.Settings) { ["Advisor__Mode"] = "auto" },
            }
        );

        await host.AdvanceAsync(TimeSpan.FromMinutes(1));
        await host.WaitUntilIdleAsync(Patience, Cancellation);
        var orders = host
            .Outcomes.Where(outcome => outcome.Function == "EvaluateBatch")
            .SelectMany(outcome => outcome.Outputs.GetValueOrDefault("change") ?? [])
            .ToList();
        foreach (var order in orders)
        {
            await host.Queues.PutAsync("advisor-change", order, Cancellation);
        }

        await host.WaitUntilIdleAsync(Patience, Cancellation);

        Assert.NotEmpty(orders);
        Assert.Equal(orders.Count, azure.Calls[CallKind.Patch]);
        Assert.DoesNotContain(host.Outcomes, outcome => !outcome.Succeeded);
        var changes = (await GetAsync("/api/changes", host.Key)).Body.GetProperty("changes").EnumerateArray().ToList();
        Assert.Equal(orders.Count, changes.Count);
        Assert.All(
            changes,
            change => Assert.Equal(("accepted", 1), (change.GetProperty("state").GetString(), change.GetProperty("attempts").GetInt32()))
        );
    }

    private async Task<IReadOnlyList<string>> ListDeadLetteredAsync(string queue)
    {
        var list = (await GetAsync("/api/dead-letters", host.Key))
            .Body.GetProperty("messages")
            .EnumerateArray()
            .Where(message => message.GetProperty("queue").GetString() == queue)
            .ToList();
        Assert.All(list, message => Assert.Equal(0, message.GetProperty("omittedCharacters").GetInt32()));
        var texts = new List<string>();
        foreach (var message in list)
        {
            texts.Add(
                (await GetAsync("/api/dead-letters/" + message.GetProperty("id").GetString(), host.Key))
                    .Body.GetProperty("text")
                    .GetString()!
            );
        }

        return texts;
    }
}
