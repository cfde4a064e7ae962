using Microsoft.Playwright;

namespace Advisor.Web.Tests.Shared;

/// <summary>One window of <see cref="PageBrowser"/>, with what it complained of so far.</summary>
internal sealed class PageVisit(IPage page, string axe)
{
    private const string CollectViolations =
        "document.addEventListener('securitypolicyviolation', e => (window.forbidden ??= []).push(`policy: "
        + "${e.violatedDirective} ${e.blockedURI}`));";

    private const string RunAxe =
        "async () => (await axe.run(document, { resultTypes: ['violations'] })).violations.flatMap(v => v.nodes.map(n => `axe: "
        + "${v.id} ${n.target} ${n.failureSummary}`))";

    private readonly List<string> complaints = [];
    private string origin = "";

    public IPage Page => page;

    public async Task ListenAsync()
    {
        page.Console += (_, message) =>
        {
            // Chromium reports the status of the page itself when that is an error: some pages are meant to have one.
            var isOwnStatus =
                message.Text.StartsWith("Failed to load resource", StringComparison.Ordinal)
                && message.Location.StartsWith(page.Url, StringComparison.Ordinal);
            if (message.Type is "error" or "warning" && !isOwnStatus)
            {
                complaints.Add($"console: {message.Text}");
            }
        };
        page.PageError += (_, error) => complaints.Add($"script: {error}");
        page.Request += (_, request) =>
        {
            if (!request.Url.StartsWith(origin, StringComparison.Ordinal) && !request.Url.StartsWith("data:", StringComparison.Ordinal))
            {
                complaints.Add($"another origin: {request.Url}");
            }
        };
        await page.AddInitScriptAsync(CollectViolations);
    }

    public async Task OpenAsync(Uri address)
    {
        origin = address.GetLeftPart(UriPartial.Authority) + "/";
        await page.GotoAsync(address.AbsoluteUri);
    }

    /// <summary>Presses Tab until the focus is where a function of the element says it should be; fails where it never is.</summary>
    public async Task PressTabToAsync(string isThere)
    {
        for (var i = 0; i < 90; i++)
        {
            await page.Keyboard.PressAsync("Tab");
            if (await page.EvaluateAsync<bool>($"({isThere})(document.activeElement)"))
            {
                return;
            }
        }

        Assert.Fail("The keyboard does not reach it: " + isThere);
    }

    /// <summary>Waits for a page with this heading, however many pages come before it.</summary>
    /// <remarks>
    /// The browser looks for it, not the client: <c>WaitForURLAsync</c> reads the address and then listens for the next navigation, and
    /// waits forever for one that falls between the two.
    /// </remarks>
    public async Task WaitForHeadingAsync(string heading)
    {
        try
        {
            await page.Locator("h1", new() { HasTextString = heading }).WaitForAsync();
        }
        catch (TimeoutException)
        {
            Assert.Fail($"No page headed \"{heading}\" came; this one did: {page.Url}\n{await page.InnerTextAsync("main")}");
        }
    }

    /// <summary>
    /// Gives the window another width and its person another scheme; it is drawn again, with all transitions at their ends.
    /// </summary>
    public async Task ResizeAsync(int width, ColorScheme scheme)
    {
        await page.SetViewportSizeAsync(width, PageBrowser.Height);
        await page.EmulateMediaAsync(new() { ColorScheme = scheme });
        await page.EvaluateAsync(
            "new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
                + ".then(() => document.getAnimations().forEach(one => one.finish()))"
        );
    }

    /// <summary>
    /// Checks the page in a dark window of a phone and in a light one of a desktop, which it has then. No style is of a width and a scheme
    /// at once, so that these are all.
    /// </summary>
    public async Task CheckOnPhoneAndDesktopAsync(string name, int phone = PageBrowser.Phone)
    {
        foreach (var (width, scheme) in new[] { (phone, ColorScheme.Dark), (PageBrowser.Desktop, ColorScheme.Light) })
        {
            await ResizeAsync(width, scheme);
            await CheckAsync($"{name}-{width}");
        }
    }

    /// <summary>
    /// Fails on every complaint about the page as it stands; keeps a picture of a page that fails, or of each where ADVISOR_SCREENSHOTS is
    /// set.
    /// </summary>
    public async Task CheckAsync(string name)
    {
        await page.EvaluateAsync(axe);
        complaints.AddRange(await page.EvaluateAsync<string[]>(RunAxe));
        complaints.AddRange(await page.EvaluateAsync<string[]>("window.forbidden ?? []"));
        var (content, window) = (await page.EvaluateAsync<int>("document.documentElement.scrollWidth"), page.ViewportSize!.Width);
        if (content > window)
        {
            complaints.Add($"overflow: {content} pixels wide in a window of {window}");
        }

        var chosen = Environment.GetEnvironmentVariable("ADVISOR_SCREENSHOTS") is { Length: > 0 } folder ? folder : null;
        if (chosen is not null || complaints.Count > 0)
        {
            var picture = Path.Combine(chosen ?? Path.Combine(AppContext.BaseDirectory, "screenshots"), name + ".png");
            await page.ScreenshotAsync(new() { Path = picture, FullPage = true });
        }

        Assert.True(complaints.Count == 0, $"{name}:\n{string.Join('\n', complaints)}");
    }
}
