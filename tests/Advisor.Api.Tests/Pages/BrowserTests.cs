using Advisor.Api.Tests.World;
using Microsoft.Playwright;

namespace Advisor.Api.Tests.Pages;

/// <summary>
/// The pages in a real browser, with its own rules for styles, forms and origins, on the narrowest phone. Pictures are kept in the folder that
/// ADVISOR_SCREENSHOTS names.
/// </summary>
public sealed class BrowserTests
{
    private const string Chromium = "/usr/bin/chromium";
    private const int NarrowestPhone = 320;

    // Far more than it takes: a busy machine is no failure.
    private const int Patience = 180_000;

    [Fact]
    public async Task An_approval_and_a_silence_are_answered_on_a_narrow_phone_in_light_and_dark()
    {
        Assert.SkipUnless(File.Exists(Chromium), "Chromium is not installed (Debian package chromium)");
        await using var world = await ApiWorld.StartAsync();
        var approval = await world.AskAsync();
        var silence = ApiWorld.Links().SilenceLink(new Dictionary<string, string> { ["alert"] = "serverLoadHigh", ["resource"] = "/subscriptions/s/" + new string('x', 200) }, world.Now);
        using var playwright = await Playwright.CreateAsync();
        await using var browser = await playwright.Chromium.LaunchAsync(new() { ExecutablePath = Chromium, Args = ["--no-sandbox"], Timeout = Patience });

        var (light, complaints) = await OpenAsync(browser, ColorScheme.Light);
        await ShowAsync(world, light, approval, "rgb(246, 248, 250)", "approval-light");
        await ShowAsync(world, light, silence, "rgb(246, 248, 250)", "silence-light");
        var (dark, _) = await OpenAsync(browser, ColorScheme.Dark);
        await ShowAsync(world, dark, silence, "rgb(13, 17, 23)", "silence-dark");
        await ShowAsync(world, dark, approval, "rgb(13, 17, 23)", "approval-dark");
        Assert.Empty(world.Service.Azure.Patches);

        // The forms of pages without referrers: the browser sends Origin: null.
        await dark.ClickAsync("button[value=approve]");
        Assert.Equal("Approved", await dark.TextContentAsync("h1"));
        await light.FillAsync("#reason", "planned work");
        await light.FillAsync("#author", "Mia");
        await light.CheckAsync("input[value='8']");
        await light.ClickAsync("button[value=silence]");
        Assert.Equal("Silenced", await light.TextContentAsync("h1"));
        await PictureAsync(light, "silenced-light");
        await PictureAsync(dark, "approved-dark");

        Assert.Equal("Mia", Assert.Single(await (await world.Service.StateAsync()).Silences.ListAsync(CancellationToken.None)).Author);
        await world.Service.RunAsync(8);
        Assert.Single(world.Service.Azure.Patches);

        // A policy that forbade the style, or a form, would be told here.
        Assert.Empty(complaints);
    }

    private static async Task<(IPage Page, List<string> Complaints)> OpenAsync(IBrowser browser, ColorScheme scheme)
    {
        var page = await browser.NewPageAsync(new() { ViewportSize = new() { Width = NarrowestPhone, Height = 640 }, ColorScheme = scheme });
        page.SetDefaultTimeout(Patience);
        var complaints = new List<string>();
        page.Console += (_, message) => complaints.Add(message.Text);
        return (page, complaints);
    }

    private static async Task ShowAsync(ApiWorld world, IPage page, Uri link, string background, string picture)
    {
        await page.GotoAsync(new Uri(world.Address, link.PathAndQuery).AbsoluteUri);
        Assert.Equal(background, await page.EvaluateAsync<string>("getComputedStyle(document.body).backgroundColor"));
        Assert.Equal(NarrowestPhone, await page.EvaluateAsync<int>("document.documentElement.scrollWidth"));
        await PictureAsync(page, picture);
    }

    private static async Task PictureAsync(IPage page, string name)
    {
        if (Environment.GetEnvironmentVariable("ADVISOR_SCREENSHOTS") is { Length: > 0 } folder)
        {
            await page.ScreenshotAsync(new() { Path = Path.Combine(folder, name + ".png"), FullPage = true });
        }
    }
}
