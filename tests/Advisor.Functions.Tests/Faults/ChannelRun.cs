using System.Collections.Concurrent;
using System.Net;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using System.Text.RegularExpressions;
using Advisor.Functions.Tests.Crashes;
using Advisor.Functions.Tests.Secrets;
using Advisor.HostStandIn;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Resources;
using Advisor.Lab.LocalAzure.Scenarios;
using Advisor.Service.Notifications.Delivery;
using Advisor.Tests;
using Microsoft.AspNetCore.Http;

namespace Advisor.Functions.Tests.Faults;

/// <summary>
/// Twelve minutes of one app with a team for each way in which a channel fails. A team has one hot resource, a channel that fails, and one
/// that all teams share and that works, "safe". Every change of size is announced at 12:04, to each channel in one message; a message that
/// was not taken is due again after 30 s, 1, 2 and 4 minutes: at 12:05, 12:06, 12:08 and 12:12.
/// </summary>
internal sealed partial class ChannelRun : IAsyncDisposable
{
    public static readonly DateTimeOffset Changed = Installation.Start.AddMinutes(4);

    public static readonly IReadOnlyList<string> Teams =
    [
        "refuses",
        "fails",
        "throttles",
        "hangs",
        "cut",
        "slack",
        "teams",
        "redirect",
        "port",
        "certificate",
        "secret",
        "removed",
    ];

    private readonly TemporaryFolder folder = new();
    private readonly PlantedSecrets planted = new();
    private readonly ConcurrentDictionary<string, string> secrets = new();
    private readonly VaultAndIdentity vault;
    private readonly Installation place;
    private readonly X509Certificate2 certificate = SelfSigned.Create("localhost");
    private LoopbackWeb? otherName;
    private IReadOnlyList<ReceivedPost> posts = [];

    private ChannelRun(Installation place)
    {
        this.place = place;
        vault = new VaultAndIdentity(secrets, planted.Plant("token"));
    }

    /// <summary>What the host logged until 12:12.</summary>
    public IReadOnlyList<string> Log { get; private set; } = [];

    /// <summary>Changes that were sent to Azure by 12:12.</summary>
    public long Patches { get; private set; }

    /// <summary>The messages that were open at 12:12.</summary>
    public IReadOnlyList<OutboxItem> Open { get; private set; } = [];

    /// <summary>The messages that were dead-lettered by 12:12.</summary>
    public IReadOnlyList<DeadLetter> DeadLetters { get; private set; } = [];

    /// <summary>The app's health when three attempts had failed.</summary>
    public string Health { get; private set; } = "";

    /// <summary>How many messages came to the receiver with the certificate for another name.</summary>
    public int Strays { get; private set; }

    /// <summary>Whether a dead-lettered message is still there by its age in days.</summary>
    public Dictionary<int, bool> Kept { get; } = [];

    private StandInHost Host => place.Hosts[0];

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public static async Task<ChannelRun> StartAsync(string package)
    {
        var hot = LocalScenario.Ten.First(spec => spec.Name == "hot-chat");
        var installation = await Installation.StartAsync(package, [.. Teams.Select(CreateResource)]);
        installation.Receiver.Clock = installation.Clock;
        var run = new ChannelRun(installation);
        try
        {
            run.otherName = await LoopbackWeb.StartAsync(run.CountAsync, Cancellation, run.certificate);
            run.SetAnswers();
            await installation.AddHostAsync(with: options => options with { Settings = run.CreateSettings(options).ToDictionary() });
            await run.PassAsync();
            return run;
        }
        catch
        {
            await run.DisposeAsync();
            throw;
        }

        LocalResourceSpec CreateResource(string team) =>
            hot with
            {
                Name = team + "-chat",
                Tags = hot.Tags.Where(tag => tag.Key != "advisor-team").Append(new("advisor-team", team)).ToDictionary(),
            };
    }

    /// <summary>What came to a channel.</summary>
    public IReadOnlyList<ReceivedPost> ListPosts(string channel) => [.. posts.Where(post => post.Channel == channel)];

    /// <summary>The message about the change of a team's resource, as the working channel got it.</summary>
    public ReceivedPost FindSafe(string team) =>
        Assert.Single(ListPosts("safe"), post => FindText(post, "title").StartsWith($"{team}-chat scaled out", StringComparison.Ordinal));

    /// <summary>What the working channel was told of a failing one.</summary>
    public IReadOnlyList<string> ListReports(string channel) =>
        [
            .. ListPosts("safe")
                .Where(post => FindText(post, "title") == "Delivery failing: " + channel)
                .Select(post => FindText(post, "done")),
        ];

    /// <summary>How the attempts to deliver a channel's message ended, as the app wrote it.</summary>
    public IReadOnlyList<string> ListDeliveries(string channel) =>
        [
            .. Log.Select(line => DeliveryPattern().Match(line))
                .Where(match => match.Groups["channel"].Value == channel && match.Groups["end"].Value != "NothingToDo")
                .Select(match => match.Groups["end"].Value),
        ];

    /// <summary>Where a secret stands in a line.</summary>
    public IEnumerable<Leak> FindLeaks(string text) => planted.FindLeaks("the output", text);

    public async ValueTask DisposeAsync()
    {
        await place.DisposeAsync();
        await vault.DisposeAsync();
        await (otherName?.DisposeAsync() ?? ValueTask.CompletedTask);
        certificate.Dispose();
        folder.Dispose();
    }

    private Task CountAsync(HttpContext context)
    {
        Strays++;
        return Task.CompletedTask;
    }

    private static string FindText(ReceivedPost post, string field) =>
        post.Json.GetProperty("data").TryGetProperty(field, out var text) ? text.GetString()! : "";

    private async Task PassAsync()
    {
        for (var minute = 1; minute <= 8; minute++)
        {
            await place.TickAsync();
            if (minute is 4 or 5 or 7)
            {
                await ResendAsync("refuses");
            }

            if (minute == 6)
            {
                // The secret comes, but the receiver does not know it yet, and says so with the secret in its answer.
                secrets["secret"] = place.Receiver.FindAddress("secret").AbsoluteUri + "?sig=" + planted.Plant("sig");
                place.Receiver.AnswerNext("secret", Answers.Status(404, $"there is no {secrets["secret"]} and no {planted["sig"]}"));
            }

            if (minute == 7)
            {
                await ResendAsync("slack");
                await ResendAsync("teams");
                using var http = new HttpClient();
                Health = await http.GetStringAsync(new Uri(Host.Address, "/open/health"), Cancellation);
            }
        }

        WriteConfiguration(without: "removed");
        var app = Host.App;
        app.Kill();
        await app.Ended;
        await place.TickAsync(TimeSpan.FromMinutes(4));
        (Log, posts) = ([.. Host.Log], [.. place.Receiver.Posts]);
        Patches = place.Azure.Calls[CallKind.Patch];
        Open = await place.OpenMessagesAsync();
        DeadLetters = (await place.State.DeadLetters.ListAsync(100, Cancellation)).Records;
        await AgeAsync();
    }

    private async Task AgeAsync()
    {
        foreach (var days in (int[])[89, 91])
        {
            await place.TickAsync(Installation.Start.AddDays(days) - place.Clock.GetUtcNow());
            await place.TickAsync();
            using var answer = await SendAsync(HttpMethod.Get, DeadLetters[0].Id);
            Kept[days] = answer.StatusCode == HttpStatusCode.OK;
        }
    }

    /// <summary>As a person does for a message of a channel that was dead-lettered and not sent again.</summary>
    private async Task ResendAsync(string channel)
    {
        var dead = (await place.State.DeadLetters.ListAsync(100, Cancellation)).Records.FirstOrDefault(message =>
            message.Delivery?.Target == channel && message.ResentAt is null
        );

        // Where there is none, a test says so.
        using var answer = await SendAsync(HttpMethod.Post, $"{dead?.Id}/resend");
    }

    private async Task<HttpResponseMessage> SendAsync(HttpMethod method, string path)
    {
        using var http = new HttpClient();
        using var request = new HttpRequestMessage(method, new Uri(Host.Address, "/api/dead-letters/" + path));
        request.Headers.Add("x-functions-key", Host.Key);
        request.Content = method == HttpMethod.Post ? new StringContent("""{"by":"dana"}""", Encoding.UTF8, "application/json") : null;
        return await http.SendAsync(request, Cancellation);
    }

    [GeneratedRegex("Deliver: Message changed/\\S+ of (?<channel>[a-z]+)/\\S+: (?<end>[A-Za-z]+)\\.", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex DeliveryPattern();
}
