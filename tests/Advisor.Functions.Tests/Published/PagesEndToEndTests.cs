using System.Net;
using Advisor.Functions.Tests.Crashes;
using Advisor.HostStandIn;
using Advisor.Lab.LocalAzure.Scenarios;

namespace Advisor.Functions.Tests.Published;

/// <summary>The pages of the published executable: who sees them, by its settings, through the host's proxy.</summary>
[Collection(nameof(PublishedApp))]
public sealed class PagesEndToEndTests(PublishedApp package)
{
    private static readonly (string Path, string Title)[] Pages =
    [
        ("/pages", "Fleet"),
        ("/pages/activity", "Changes and alerts"),
        ("/pages/service", "Service"),
        ("/pages/rules", "Rules"),
    ];

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task The_pages_are_off_without_sign_in_and_open_to_who_has_signed_in_or_where_a_setting_opens_them()
    {
        await using var installation = await Installation.StartAsync(package.Folder, [.. LocalScenario.Ten.Take(1)]);
        var off = await installation.AddHostAsync();
        var signIn = await AddHostAsync(installation, ("Advisor__SignIn", "record"));
        var open = await AddHostAsync(installation, ("Advisor__Dashboard", "open"));
        await installation.TickAsync();

        foreach (var (path, title) in Pages)
        {
            // Sign-in headers are of anyone where sign-in is off.
            Assert.Equal(HttpStatusCode.NotFound, (await GetAsync(off, path, "dana@example.com")).Status);
            Assert.Equal(HttpStatusCode.Unauthorized, (await GetAsync(signIn, path)).Status);
            foreach (var (status, text) in new[] { await GetAsync(signIn, path, "dana@example.com"), await GetAsync(open, path) })
            {
                Assert.Equal(HttpStatusCode.OK, status);
                Assert.Contains($"<title>{title} - Advisor</title>", text, StringComparison.Ordinal);
            }
        }

        var fleet = (await GetAsync(open, "/pages")).Text;
        var style = "/open/assets/" + fleet.Split("href=\"/open/assets/")[1].Split('"')[0];
        Assert.Contains("hot-chat", fleet, StringComparison.Ordinal);
        Assert.Equal(HttpStatusCode.OK, (await GetAsync(open, style)).Status);
    }

    private static Task<StandInHost> AddHostAsync(Installation installation, (string Name, string Value) setting) =>
        installation.AddHostAsync(with: options =>
            options with
            {
                Settings = options.Settings.Append(new(setting.Name, setting.Value)).ToDictionary(),
            }
        );

    private static async Task<(HttpStatusCode Status, string Text)> GetAsync(StandInHost host, string path, string? name = null)
    {
        using var http = new HttpClient();
        using var request = new HttpRequestMessage(HttpMethod.Get, new Uri(host.Address, path));
        if (name is not null)
        {
            request.Headers.Add("X-MS-CLIENT-PRINCIPAL-NAME", name);
        }

        using var answer = await http.SendAsync(request, Cancellation);
        return (answer.StatusCode, await answer.Content.ReadAsStringAsync(Cancellation));
    }
}
