using System.Net;
using System.Text.Json;
using Advisor.HostStandIn;
using Advisor.LocalAzure;
using Advisor.Tests;

namespace Advisor.Functions.Tests.Published;

/// <summary>The published executable under the stand-in, with queues and tables of Azurite and the loopback Azure.</summary>
[Collection(nameof(PublishedApp))]
public sealed partial class EndToEndTests(PublishedApp package) : IAsyncLifetime
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
}
