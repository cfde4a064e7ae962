using System.Diagnostics;
using System.Net;
using System.Text.Json;
using Advisor.HostStandIn;
using Advisor.Lab.LocalAzure;
using Advisor.Tests;

namespace Advisor.Functions.Tests.Published;

/// <summary>The published executable under the stand-in. The tests share one, and look at what came since their beginning.</summary>
public sealed class EndToEndTests(RunningApp shared) : IClassFixture<RunningApp>, IAsyncLifetime
{
    private RunningApp? own;
    private int logBefore;
    private int outcomesBefore;

    private RunningApp App => own ?? shared;

    private StandInHost Host => App.Host;

    private IReadOnlyList<string> Log => [.. Host.Log.Skip(logBefore)];

    private IReadOnlyList<InvocationOutcome> Outcomes => [.. Host.Outcomes.Skip(outcomesBefore)];

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public ValueTask InitializeAsync()
    {
        shared.SkipWithoutStorage();
        (logBefore, outcomesBefore) = (Host.Log.Count, Host.Outcomes.Count);
        return ValueTask.CompletedTask;
    }

    public ValueTask DisposeAsync() => own?.DisposeAsync() ?? ValueTask.CompletedTask;

    [Fact]
    public async Task One_tick_of_the_timer_leads_to_a_decision_for_every_resource()
    {
        Assert.Equal((HttpStatusCode.ServiceUnavailable, """{"status":"ok"}"""), (App.HealthAtStart, App.Health));
        Assert.NotEmpty(App.FirstTick);
        Assert.DoesNotContain(App.FirstTick, outcome => !outcome.Succeeded);
        var list = await GetAsync("/api/resources", Host.Key);
        var resources = list
            .Body.GetProperty("resources")
            .EnumerateArray()
            .Select(resource => resource.GetProperty("id").GetString()!)
            .ToList();
        Assert.Equal(App.Azure.Resources.Select(resource => resource.Id).Order(), resources.Order());
        foreach (var id in resources)
        {
            var detail = await GetAsync("/api/resources" + id, Host.Key);
            Assert.Equal(id, detail.Body.GetProperty("decision").GetProperty("resourceId").GetString());
            var history = await GetAsync("/api/history?resource=" + Uri.EscapeDataString(id), Host.Key);
            Assert.NotEqual(0, history.Body.GetProperty("decisions").GetArrayLength());
        }

        await CheckMetricsAsync(resources.Count);
        Assert.Contains(Host.Log, line => line.StartsWith("[Information] advisor.heartbeat", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("KILL")]
    [InlineData("TERM")] // it ends by itself, and must not seem to have done its work
    public async Task An_app_that_is_killed_or_told_to_end_is_started_again_and_goes_on(string signal)
    {
        var first = Host.App.Id;
        using (var kill = Process.Start("kill", ["-" + signal, first.ToString()]))
        {
            await kill.WaitForExitAsync(Cancellation);
        }

        while (Host.App.Id == first && !Host.HasGivenUp)
        {
            await Task.Delay(50, Cancellation);
        }

        await App.TickAsync(pastDue: true);

        Assert.Contains(Log, line => line.Contains(", late: ", StringComparison.Ordinal));
        Assert.Equal(HttpStatusCode.OK, (await GetAsync("/open/health", key: null)).Status);
    }

    [Fact]
    public async Task Where_the_state_cannot_be_reached_messages_are_tried_again_and_kept_in_the_end()
    {
        // Nothing listens on port 1.
        await UseOwnAsync("Advisor__State__TableServiceUri", "http://127.0.0.1:1/devstoreaccount1");
        const string message = """{"tick":"2026-03-01T08:00:00+00:00","name":"s","resourceIds":["/subscriptions/s"]}""";

        await Host.Queues.PutAsync("advisor-evaluate", message, Cancellation);
        await App.WorkOffAsync();

        // Five tries as host.json says, then the poison function, which logs it since it cannot notify people.
        Assert.Equal(5, Outcomes.Count(outcome => outcome is { Function: "EvaluateBatch", Succeeded: false }));
        Assert.Equal([message], await Host.Queues.PeekAsync("advisor-dead-letter", Cancellation));
        Assert.Contains(
            Log,
            line =>
                line.StartsWith("[Error]", StringComparison.Ordinal)
                && line.Contains("no notification could be sent", StringComparison.Ordinal)
        );
        Assert.Equal("""{"status":"unavailable"}""", (await GetAsync("/open/health", key: null)).Body.GetRawText());
        Assert.Equal(HttpStatusCode.ServiceUnavailable, (await GetAsync("/api/resources", Host.Key)).Status);
    }

    /// <summary>The test has an app of its own with another value of one setting.</summary>
    private async Task UseOwnAsync(string setting, string value)
    {
        own = await RunningApp.StartAsync(new KeyValuePair<string, string>(setting, value));
        (logBefore, outcomesBefore) = (0, 0);
    }

    // Behind the key at the root, as a scrape requests it.
    private async Task CheckMetricsAsync(int resources)
    {
        using var http = new HttpClient();
        Assert.Equal(HttpStatusCode.Unauthorized, (await http.GetAsync(new Uri(Host.Address, "/metrics"), Cancellation)).StatusCode);
        http.DefaultRequestHeaders.Add("x-functions-key", Host.Key);
        using var answer = await http.GetAsync(new Uri(Host.Address, "/metrics"), Cancellation);
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

    private Task<(HttpStatusCode Status, JsonElement Body)> GetAsync(string path, string? key) => App.GetAsync(path, key);

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
            var answer = await GetAsync(path, Host.Key);

            Assert.Equal((path, status), (path, (int)answer.Status));
            Assert.Contains(expected, answer.Body.GetProperty("detail").GetString(), StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task The_api_requires_the_key_and_open_does_not()
    {
        using var http = new HttpClient();
        using var withoutKey = await http.GetAsync(new Uri(Host.Address, "/api/resources"), Cancellation);
        using var open = await http.GetAsync(new Uri(Host.Address, "/open/health"), Cancellation);
        Assert.Equal(HttpStatusCode.Unauthorized, (await GetAsync("/api/resources", "wrong")).Status);
        Assert.Equal(HttpStatusCode.Unauthorized, (await GetAsync("/api/nothing", "wrong")).Status);
        Assert.Equal(HttpStatusCode.NotFound, (await GetAsync("/api/nothing", Host.Key)).Status);
        using var function = await http.PostAsync(new Uri(Host.Address, "/Tick"), new StringContent("{}"), Cancellation);

        Assert.Equal(HttpStatusCode.Unauthorized, withoutKey.StatusCode);
        Assert.Equal(HttpStatusCode.OK, open.StatusCode);
        Assert.Equal(HttpStatusCode.NotFound, function.StatusCode);
        Assert.Equal("""{"changes":[]}""", (await GetAsync("/api/changes", Host.Key)).Body.GetRawText());
    }

    [Fact]
    public async Task A_tick_that_comes_twice_and_a_batch_that_is_delivered_twice_decide_once()
    {
        var tick = App.FirstTick.Single(outcome => outcome.Function == "Tick");
        Assert.True(tick.Succeeded, string.Join('\n', Log));
        Assert.True(tick.Outputs.TryGetValue("evaluate", out var batches), string.Join('\n', Log));
        var id = Uri.EscapeDataString(App.Azure.Resources[0].Id);
        var before = (await GetAsync("/api/history?resource=" + id, Host.Key)).Body.GetRawText();

        foreach (var batch in batches)
        {
            await Host.Queues.PutAsync("advisor-evaluate", batch, Cancellation);
        }

        await App.WorkOffAsync();

        Assert.Equal(before, (await GetAsync("/api/history?resource=" + id, Host.Key)).Body.GetRawText());
        Assert.Equal(batches.Count, Log.Count(line => line.EndsWith("is already complete.", StringComparison.Ordinal)));
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
        var earlier = await ListDeadLetterIdsAsync();
        foreach (var (queue, message) in queues.SelectMany(queue => messages.Select(message => (queue, message))))
        {
            await Host.Queues.PutAsync(queue, message, Cancellation);
        }

        await App.WorkOffAsync();

        foreach (var queue in queues)
        {
            Assert.Equal(
                messages.Order(StringComparer.Ordinal),
                (await ListDeadLetteredAsync(queue, earlier)).Order(StringComparer.Ordinal)
            );
            Assert.Equal(messages.Length, Log.Count(line => line.StartsWith("[Error] A message of " + queue, StringComparison.Ordinal)));
        }

        Assert.Empty(await Host.Queues.PeekAsync("advisor-dead-letter", Cancellation));
        Assert.DoesNotContain(Outcomes, outcome => !outcome.Succeeded);

        // The notifications go out one after another by the channel of the log, and say where to look.
        for (var tick = 0; tick < 20 && CountReported() < queues.Length * messages.Length; tick++)
        {
            await App.TickAsync();
        }

        Assert.Equal(queues.Length * messages.Length, CountReported());

        // Another test's message may be reported meanwhile.
        int CountReported() =>
            Log.Count(line =>
                line.StartsWith("[Information]  ", StringComparison.Ordinal)
                && line.Contains("GET /api/dead-letters/", StringComparison.Ordinal)
                && !earlier.Any(id => line.Contains(id, StringComparison.Ordinal))
            );
    }

    [Fact]
    public async Task A_message_about_something_that_is_unknown_does_nothing()
    {
        await Host.Queues.PutAsync(
            "advisor-change",
            """{"kind":"Change","scope":"/subscriptions/x","createdAt":"2026-01-05T08:00:00Z","id":"change"}""",
            Cancellation
        );
        await Host.Queues.PutAsync(
            "advisor-deliver",
            """{"kind":"Notification","scope":"fleet","createdAt":"2026-01-05T08:00:00Z","id":"x"}""",
            Cancellation
        );
        await Host.Queues.PutAsync(
            "advisor-evaluate",
            """{"tick":"2026-01-05T08:00:00Z","name":"s","resourceIds":["/subscriptions/x"]}""",
            Cancellation
        );
        await App.WorkOffAsync();

        Assert.Equal((3, true), (Outcomes.Count, Outcomes.All(outcome => outcome.Succeeded && outcome.Outputs.Count == 0)));
        Assert.Equal(0, App.Azure.Calls[CallKind.Patch]);

        // The query of docs/deploy.md selects warnings and worse: as the host reads the lines, this is one.
        Assert.Contains(
            Log,
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
        var earlier = await ListDeadLetterIdsAsync();
        await Host.Queues.PutAsync("advisor-change-poison", "{\"kind\":\"Change\"}", Cancellation);
        await App.WorkOffAsync();

        Assert.Equal(["{\"kind\":\"Change\"}"], await ListDeadLetteredAsync("advisor-change", earlier));
        Assert.Contains(Log, line => line.Contains("attempt that the host allows has failed", StringComparison.Ordinal));
    }

    [Fact]
    public async Task In_mode_auto_each_decided_change_is_sent_once_however_often_its_message_comes()
    {
        await UseOwnAsync("Advisor__Mode", "auto");
        await App.TickAsync();
        var orders = Outcomes
            .Where(outcome => outcome.Function == "EvaluateBatch")
            .SelectMany(outcome => outcome.Outputs.GetValueOrDefault("change") ?? [])
            .ToList();
        foreach (var order in orders)
        {
            await Host.Queues.PutAsync("advisor-change", order, Cancellation);
        }

        await App.WorkOffAsync();

        Assert.NotEmpty(orders);
        Assert.Equal(orders.Count, App.Azure.Calls[CallKind.Patch]);
        Assert.DoesNotContain(Outcomes, outcome => !outcome.Succeeded);
        var changes = (await GetAsync("/api/changes", Host.Key)).Body.GetProperty("changes").EnumerateArray().ToList();
        Assert.Equal(orders.Count, changes.Count);
        Assert.All(
            changes,
            change => Assert.Equal(("accepted", 1), (change.GetProperty("state").GetString(), change.GetProperty("attempts").GetInt32()))
        );
    }

    /// <summary>The texts of what was dead-lettered of a queue, but for some that came earlier.</summary>
    private async Task<IReadOnlyList<string>> ListDeadLetteredAsync(string queue, IReadOnlyList<string> earlier)
    {
        var list = (await ListDeadLettersAsync())
            .Where(message => message.GetProperty("queue").GetString() == queue && !earlier.Contains(ReadId(message)))
            .ToList();
        Assert.All(list, message => Assert.Equal(0, message.GetProperty("omittedCharacters").GetInt32()));
        var texts = new List<string>();
        foreach (var message in list)
        {
            var whole = await GetAsync("/api/dead-letters/" + ReadId(message), Host.Key);
            texts.Add(whole.Body.GetProperty("text").GetString()!);
        }

        return texts;
    }

    private async Task<IReadOnlyList<string>> ListDeadLetterIdsAsync() => [.. (await ListDeadLettersAsync()).Select(ReadId)];

    private async Task<IReadOnlyList<JsonElement>> ListDeadLettersAsync() =>
        [.. (await GetAsync("/api/dead-letters", Host.Key)).Body.GetProperty("messages").EnumerateArray()];

    private static string ReadId(JsonElement message) => message.GetProperty("id").GetString()!;
}
