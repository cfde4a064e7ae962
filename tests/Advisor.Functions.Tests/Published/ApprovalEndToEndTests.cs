using System.Net;
using System.Text.Json;
using System.Text.RegularExpressions;
using Advisor.HostStandIn;
using Advisor.Lab.LocalAzure;
using Advisor.Tests;

namespace Advisor.Functions.Tests.Published;

/// <summary>
/// A change that a person approves, over real HTTP with the published executable, tables and queues of Azurite and the loopback Azure.
/// </summary>
[Collection(nameof(PublishedApp))]
public sealed partial class ApprovalEndToEndTests(PublishedApp package)
{
    private const string PublicAddress = "https://advisor.example.com";

    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(3);

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task The_link_of_a_message_is_answered_once_whatever_scans_it_and_the_change_is_sent_once()
    {
        var (azurite, reason) = await Azurite.TryStartAsync();
        Assert.SkipWhen(azurite is null, reason ?? "");
        await using var storage = azurite!;
        await using var azure = await LocalAzureHost.StartAsync(cancellation: Cancellation);
        await using var chat = await Receiver.StartAsync(Cancellation);
        await using var host = await StandInHost.StartAsync(CreateOptions(storage, azure, chat), Cancellation);
        using var http = new HttpClient(new SocketsHttpHandler { AllowAutoRedirect = false, UseCookies = false })
        {
            BaseAddress = host.Address,
        };

        await TickAsync(host);
        var link = chat
            .Bodies.Where(body => body.Contains("/hot-chat", StringComparison.Ordinal))
            .Select(body => LinkPattern().Match(body))
            .First(match => match.Success)
            .Value;
        var uri = new Uri(link);
        var token = uri.Query["?t=".Length..];

        // Scanners: a storm of GET and HEAD, and ticks after it.
        var fetched = await Task.WhenAll(
            Enumerable.Range(0, 60).Select(i => SendAsync(http, i % 2 == 0 ? HttpMethod.Get : HttpMethod.Head, uri, null))
        );
        await TickAsync(host);
        Assert.All(fetched, answer => Assert.Equal(HttpStatusCode.OK, answer.Status));
        Assert.Contains(fetched, answer => answer.Body.Contains("<h1>Scale out hot-chat?</h1>", StringComparison.Ordinal));
        Assert.Equal(0, azure.Calls[CallKind.Patch]);

        // Two buttons at once, and a wrong token.
        Assert.Equal(HttpStatusCode.NotFound, (await SendAsync(http, HttpMethod.Post, uri, token[..^2])).Status);
        var pressed = await Task.WhenAll(SendAsync(http, HttpMethod.Post, uri, token), SendAsync(http, HttpMethod.Post, uri, token));
        Assert.Single(pressed, answer => answer.Body.Contains("<h1>Approved</h1>", StringComparison.Ordinal));
        Assert.Single(pressed, answer => answer.Body.Contains("<h1>Already approved</h1>", StringComparison.Ordinal));
        await TickAsync(host);
        await TickAsync(host);
        Assert.Equal(1, azure.Calls[CallKind.Patch]);
        Assert.Contains(
            "<dt>The change</dt><dd>In progress since",
            (await SendAsync(http, HttpMethod.Get, uri, null)).Body,
            StringComparison.Ordinal
        );

        // Who answered, and every number of the decision, are in the audit trail; the token is nowhere.
        var history = await ReadHistoryAsync(host, azure.GetResource("hot-chat").Id);
        Assert.Contains(
            history,
            line => line.GetProperty("outcome").GetString() == "approved" && line.GetProperty("actor").GetString() == "unknown"
        );
        Assert.Contains(
            history,
            line =>
                line.GetProperty("outcome").GetString() == "awaitingApproval"
                && line.GetProperty("details").GetProperty("reasons").GetArrayLength() > 0
        );
        Assert.DoesNotContain(history, line => line.GetRawText().Contains(token, StringComparison.Ordinal));
        Assert.DoesNotContain(
            host.Log,
            line => line.Contains(token, StringComparison.Ordinal) || line.Contains("/open/approvals/", StringComparison.Ordinal)
        );
    }

    private static async Task TickAsync(StandInHost host)
    {
        await host.AdvanceAsync(TimeSpan.FromMinutes(1));
        await host.WaitUntilIdleAsync(Patience, Cancellation);
    }

    private static async Task<(HttpStatusCode Status, string Body)> SendAsync(HttpClient http, HttpMethod method, Uri link, string? token)
    {
        using var request = new HttpRequestMessage(method, token is null ? link.PathAndQuery : link.AbsolutePath);
        request.Headers.Add("Sec-Fetch-Site", "same-origin");
        request.Content = token is null
            ? null
            : new FormUrlEncodedContent([KeyValuePair.Create("t", token), KeyValuePair.Create("answer", "approve")]);
        using var answer = await http.SendAsync(request, Cancellation);
        Assert.Equal("no-store", answer.Headers.CacheControl?.ToString());
        return (answer.StatusCode, await answer.Content.ReadAsStringAsync(Cancellation));
    }

    private static async Task<List<JsonElement>> ReadHistoryAsync(StandInHost host, string id)
    {
        using var http = new HttpClient();
        http.DefaultRequestHeaders.Add("x-functions-key", host.Key);
        var text = await http.GetStringAsync(new Uri(host.Address, "/api/history?resource=" + Uri.EscapeDataString(id)), Cancellation);
        return [.. JsonSerializer.Deserialize<JsonElement>(text).GetProperty("decisions").EnumerateArray()];
    }

    private StandInOptions CreateOptions(Azurite storage, LocalAzureHost azure, Receiver chat) =>
        new()
        {
            Folder = package.Folder,
            Queues = storage.Queues,
            Account = Azurite.Account,
            AccountKey = Azurite.Key,
            VisibilityTimeout = TimeSpan.FromSeconds(1),
            Settings = new Dictionary<string, string>
            {
                ["AzureWebJobsStorage"] = "UseDevelopmentStorage=true",
                ["Advisor__State__TableServiceUri"] = storage.Tables.AbsoluteUri,
                ["Advisor__AzureEndpoint"] = azure.Endpoint.AbsoluteUri,
                ["Advisor__Subscriptions"] = azure.SubscriptionId,
                ["Advisor__Mode"] = "approve",
                ["Advisor__WebhookUrl"] = chat.Address.AbsoluteUri,
                ["Advisor__Address"] = PublicAddress,
                ["Advisor__ApprovalKeys"] = "one:MTIzNDU2Nzg5MGFiY2RlZmdoaWprbG1ub3BxcnN0dXY=",
            },
        };

    [GeneratedRegex("""https://advisor\.example\.com/open/approvals/[0-9a-f-]{65}\?t=[A-Za-z0-9._-]+""", RegexOptions.None, 1000)]
    private static partial Regex LinkPattern();
}
