using System.Net;
using System.Text.Json;
using Advisor.HostStandIn;
using Advisor.Lab.LocalAzure;
using Advisor.Tests;

namespace Advisor.Functions.Tests.Published;

/// <summary>
/// The published app under the stand-in, with queues and tables of Azurite and a loopback Azure. That of all tests of a class has had a
/// tick.
/// </summary>
public sealed class RunningApp : IAsyncLifetime
{
    private readonly PublishedApp package = new();
    private readonly IReadOnlyDictionary<string, string> settings;
    private Azurite? azurite;
    private string? reason;

    public RunningApp()
        : this(new Dictionary<string, string>()) { }

    /// <param name="settings">In place of the usual ones, or beside them.</param>
    private RunningApp(IReadOnlyDictionary<string, string> settings) => this.settings = settings;

    public LocalAzureHost Azure { get; private set; } = null!;

    public StandInHost Host { get; private set; } = null!;

    /// <summary>What its health was before the first tick, and after.</summary>
    public HttpStatusCode HealthAtStart { get; private set; }

    public string Health { get; private set; } = "";

    /// <summary>The invocations of the first tick.</summary>
    public IReadOnlyList<InvocationOutcome> FirstTick { get; private set; } = [];

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    /// <summary>One of its own for a test with other settings, before its first tick.</summary>
    public static async Task<RunningApp> StartAsync(params KeyValuePair<string, string>[] settings)
    {
        var app = new RunningApp(settings.ToDictionary());
        await app.LaunchAsync();
        app.SkipWithoutStorage();
        return app;
    }

    public async ValueTask InitializeAsync()
    {
        await LaunchAsync();
        if (azurite is not null)
        {
            HealthAtStart = (await GetAsync("/open/health", key: null)).Status;
            await TickAsync();
            FirstTick = [.. Host.Outcomes];
            Health = (await GetAsync("/open/health", key: null)).Body.GetRawText();
        }
    }

    public void SkipWithoutStorage() => Assert.SkipWhen(azurite is null, reason ?? "");

    public async Task TickAsync(bool pastDue = false)
    {
        await Host.AdvanceAsync(TimeSpan.FromMinutes(1), pastDue);
        await WorkOffAsync();
    }

    /// <summary>Waits until no message is left.</summary>
    public Task WorkOffAsync() => Host.WaitUntilIdleAsync(TimeSpan.FromMinutes(3), Cancellation);

    public async Task<(HttpStatusCode Status, JsonElement Body)> GetAsync(string path, string? key)
    {
        using var http = new HttpClient();
        using var request = new HttpRequestMessage(HttpMethod.Get, new Uri(Host.Address, path));
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

    public async ValueTask DisposeAsync()
    {
        await (Host?.DisposeAsync() ?? ValueTask.CompletedTask);
        await (Azure?.DisposeAsync() ?? ValueTask.CompletedTask);
        await (azurite?.DisposeAsync() ?? ValueTask.CompletedTask);
        await package.DisposeAsync();
    }

    private async Task LaunchAsync()
    {
        await package.InitializeAsync();
        (azurite, reason) = await Azurite.TryStartAsync();
        if (azurite is null)
        {
            return;
        }

        Azure = await LocalAzureHost.StartAsync(cancellation: Cancellation);
        var usual = new Dictionary<string, string>
        {
            ["AzureWebJobsStorage"] = "UseDevelopmentStorage=true",
            ["Advisor__State__TableServiceUri"] = azurite.Tables.AbsoluteUri,
            ["Advisor__AzureEndpoint"] = Azure.Endpoint.AbsoluteUri,
            ["Advisor__Subscriptions"] = Azure.SubscriptionId,
        };
        var options = new StandInOptions
        {
            Folder = package.Folder,
            Queues = azurite.Queues,
            Account = Azurite.Account,
            AccountKey = Azurite.Key,
            VisibilityTimeout = TimeSpan.FromSeconds(1),
            Settings = usual.Where(setting => !settings.ContainsKey(setting.Key)).Concat(settings).ToDictionary(),
        };
        Host = await StandInHost.StartAsync(options, Cancellation);
    }
}
