using Advisor.Tests;
using Microsoft.Playwright;

namespace Advisor.Web.Tests.Shared;

/// <summary>
/// Debian's Chromium, to look at pages as people do: one process for all tests, with windows and cookies of each test's own. What a visit
/// complains of (an error in the console, a request to another origin, something that the page's policy forbade, a violation found by
/// axe-core, a page wider than its window) fails the test. Pictures of all pages go to the folder that ADVISOR_SCREENSHOTS names; without
/// it, those of pages that fail go to "screenshots" beside the tests' program.
/// </summary>
internal sealed class PageBrowser : IAsyncDisposable
{
    public const int Phone = 390;
    public const int Desktop = 1280;
    public const int Height = 800;

    // Far more than it takes: a busy machine is no failure.
    private const int Patience = 180_000;

    private readonly IBrowser browser;
    private readonly List<IPage> pages = [];

    private PageBrowser(IBrowser browser) => this.browser = browser;

    private static string AxePath => RepositoryFiles.GetPath("tests", "node_modules", "axe-core", "axe.min.js");

    /// <summary>Skips the test where Chromium or axe-core is not installed; tests/run installs both.</summary>
    public static async Task<PageBrowser> StartAsync()
    {
        Assert.SkipUnless(File.Exists(ChromiumProcess.Program), "Chromium is not installed (Debian package chromium)");
        Assert.SkipUnless(File.Exists(AxePath), "axe-core is not installed (npm package of tests/package.json)");
        return new PageBrowser(await ChromiumProcess.StartAsync(Patience));
    }

    /// <param name="width">Of the window, in CSS pixels.</param>
    /// <param name="timeZone">IANA name; null = that of the machine.</param>
    public async Task<PageVisit> VisitAsync(ColorScheme scheme, int width, string? timeZone = null)
    {
        var page = await browser.NewPageAsync(
            new()
            {
                ViewportSize = new() { Width = width, Height = Height },
                ColorScheme = scheme,
                TimezoneId = timeZone,
            }
        );
        pages.Add(page);
        page.SetDefaultTimeout(Patience);
        var visit = new PageVisit(page, await File.ReadAllTextAsync(AxePath));
        await visit.ListenAsync();
        return visit;
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var page in pages)
        {
            await page.CloseAsync();
        }
    }
}
