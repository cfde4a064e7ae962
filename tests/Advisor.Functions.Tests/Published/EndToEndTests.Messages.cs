using Advisor.LocalAzure;

namespace Advisor.Functions.Tests.Published;

public sealed partial class EndToEndTests
{
    [Fact]
    public async Task A_tick_that_comes_twice_and_a_batch_that_is_delivered_twice_decide_once()
    {
        await host.AdvanceAsync(TimeSpan.FromMinutes(1));
        await host.WaitUntilIdleAsync(Patience, Cancellation);
        var batches = host.Outcomes.Single(outcome => outcome.Function == "Tick").Outputs["evaluate"];
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
