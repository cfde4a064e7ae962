using System.Net;
using System.Text.RegularExpressions;
using Advisor.Configuration;
using Advisor.Configuration.Rules;
using Advisor.Core.Settings;
using Advisor.Reporting.Json;
using Advisor.Service;
using Advisor.Service.Notifications;
using Advisor.Service.SignedLinks;
using Advisor.Service.Store.Rows;
using Advisor.Service.Tests.World;
using Advisor.Service.Tick;
using Advisor.Web.Dashboard;
using Advisor.Web.Network;
using Advisor.Web.SignIn;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Advisor.Web.Tests.World;

/// <summary>The API over real HTTP, above the service's world: a clock, an Azure and a store at the ports.</summary>
internal sealed class ApiWorld : IAsyncDisposable
{
    public const string Origin = "https://advisor.example.com";
    public const string FirstKey = "one:MTIzNDU2Nzg5MGFiY2RlZmdoaWprbG1ub3BxcnN0dXY=";
    public const string OtherKey = "two:enl4d3Z1dHNycXBvbm1sa2ppaGdmZWRjYmEwOTg3NjU=";

    private readonly WebApplication app;

    private ApiWorld(ServiceWorld service, CountingStore store, WebApplication app) => (Service, Store, this.app) = (service, store, app);

    public ServiceWorld Service { get; }

    public CountingStore Store { get; }

    /// <summary>Neither cookies nor redirects.</summary>
    public HttpClient Http { get; } = new(new SocketsHttpHandler { UseCookies = false, AllowAutoRedirect = false });

    public DateTimeOffset Now => Service.Clock.GetUtcNow();

    public static AppLinks CreateLinks(string keys = FirstKey) => new(new Uri(Origin), KeyRing.Read(keys).Ring!);

    public static async Task<ApiWorld> StartAsync(
        SignInMode signIn = SignInMode.Off,
        string keys = FirstKey,
        bool withLinks = true,
        DashboardAccess dashboard = DashboardAccess.Off,
        NetworkAccess? network = null,
        bool isLoopback = false,
        bool hostChecksKeys = false
    )
    {
        var store = new CountingStore(new MemoryStateStore());
        var service = new ServiceWorld(store);
        service.Options = service.Options with { Mode = AdvisorMode.Approve };
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(kestrel => kestrel.Listen(IPAddress.Loopback, 0));
        var web = builder.Build();
        web.UseNoSniff();
        if (network is not null)
        {
            web.UseNetworkGuard(network);
        }
        else if (isLoopback)
        {
            web.UseLoopbackGuard();
        }

        web.MapAdvisorApi(
            new ApiDependencies
            {
                ReadServiceAsync = async _ => await service.CreateDependenciesAsync(),
                Configuration = AdvisorConfiguration.CreateDefault(RuleSetLoader.Embedded),
                Time = service.Clock,
                Links = withLinks ? CreateLinks(keys) : null,
                SignIn = signIn,
                HostChecksKeys = hostChecksKeys,
                Dashboard = dashboard,
            }
        );
        await web.StartAsync();
        return new ApiWorld(service, store, web);
    }

    /// <summary>
    /// A resource of one unit with 2,600 connections, which need 3; ticks until a person is asked. The link is the one of the message.
    /// </summary>
    public async Task<Uri> RequestApprovalAsync(string name = "chat")
    {
        Service.Azure.Add(name, 1, _ => 2600);
        var dependencies = (await Service.CreateDependenciesAsync()) with
        {
            CreateApproval = CreateLinks().CreateApproval,
            Links = NotificationLinks.Create(AzureCloud.Public, CreateLinks()),
            FormatDetails = DecisionJson.FormatLine,
        };
        var loop = new WatchLoop(new AdvisorService(dependencies, [Service.Channel]), Service.Clock, _ => { });
        for (var tick = 0; tick < 10 && Service.Channel.Sent.All(sent => sent.ApproveLink is null); tick++)
        {
            await loop.TickAsync(CancellationToken.None);
            Service.Clock.Advance(TimeSpan.FromMinutes(1));
        }

        return Service.Channel.Sent.Single(sent => sent.ApproveLink is not null).ApproveLink!;
    }

    /// <summary>Overwrites a row of a resource with what no program can read.</summary>
    public async Task DamageAsync(string key)
    {
        var before = await Store.GetAsync("b-000", key, CancellationToken.None);
        await Store.CommitAsync("b-000", [RowWrite.Put(key, 1, before!.At, "junk"u8.ToArray())], CancellationToken.None);
    }

    public Task<Answer> GetAsync(Uri link, string? user = null) => SendAsync(HttpMethod.Get, link.PathAndQuery, null, "same-origin", user);

    public Task<Answer> SendHeadAsync(Uri link) => SendAsync(HttpMethod.Head, link.PathAndQuery, null, null, null);

    /// <summary>Presses a button of the page of a link, as a browser does: the path without its query, the fields of the form.</summary>
    public Task<Answer> PressAsync(
        Uri link,
        string button,
        string? user = null,
        string? site = "same-origin",
        params (string Name, string Value)[] more
    ) =>
        SendAsync(
            HttpMethod.Post,
            link.AbsolutePath,
            new FormUrlEncodedContent([
                .. ReadFields(link),
                KeyValuePair.Create("answer", button),
                .. more.Select(field => KeyValuePair.Create(field.Name, field.Value)),
            ]),
            site,
            user
        );

    public async Task<Answer> SendAsync(
        HttpMethod method,
        string path,
        HttpContent? content,
        string? site,
        string? user,
        Action<HttpRequestMessage>? with = null
    )
    {
        using var request = new HttpRequestMessage(method, new Uri(Address, path)) { Content = content };
        if (site is not null)
        {
            // What a browser sends from a page without referrers.
            request.Headers.Add("Sec-Fetch-Site", site);
            request.Headers.Add("Origin", "null");
        }

        if (user is not null)
        {
            request.Headers.Add("X-MS-CLIENT-PRINCIPAL-NAME", user);
            request.Headers.Add("X-MS-CLIENT-PRINCIPAL-ID", "5f0c");
        }

        with?.Invoke(request);
        using var answer = await Http.SendAsync(request, TestContext.Current.CancellationToken);
        var headers = answer
            .Headers.Concat(answer.Content.Headers)
            .ToDictionary(header => header.Key, header => string.Join(',', header.Value), StringComparer.OrdinalIgnoreCase);
        return new Answer(answer.StatusCode, await answer.Content.ReadAsStringAsync(), headers);
    }

    public async ValueTask DisposeAsync()
    {
        Http.Dispose();
        await app.DisposeAsync();
    }

    public Uri Address => new(app.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.First());

    private static IEnumerable<KeyValuePair<string, string>> ReadFields(Uri link) =>
        link
            .Query.TrimStart('?')
            .Split('&', StringSplitOptions.RemoveEmptyEntries)
            .Select(field => field.Split('=', 2))
            .Select(field => KeyValuePair.Create(field[0], Uri.UnescapeDataString(field[1])));
}

internal sealed partial record Answer(HttpStatusCode Status, string Body, IReadOnlyDictionary<string, string> Headers)
{
    /// <summary>The page without the space between its tags, and times as their text.</summary>
    public string Flat => SpaceBetweenTagsPattern().Replace(TimeTagPattern().Replace(Body, ""), "><");

    [GeneratedRegex(@">\s+<", RegexOptions.None, 10_000)]
    private static partial Regex SpaceBetweenTagsPattern();

    [GeneratedRegex("</?time[^>]*>", RegexOptions.None, 10_000)]
    private static partial Regex TimeTagPattern();
}
