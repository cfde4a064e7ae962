using Advisor.Web.Tests.Shared;
using Microsoft.Playwright;

[assembly: AssemblyFixture(typeof(ChromiumProcess))]

namespace Advisor.Web.Tests.Shared;

/// <summary>The one Chromium of a test run: the first test that needs it starts it, the end of the run ends it.</summary>
public sealed class ChromiumProcess : IAsyncDisposable
{
    internal const string Program = "/usr/bin/chromium";

    private static readonly Lock Gate = new();
    private static Task<(IPlaywright Driver, IBrowser Browser)>? running;

    /// <param name="patience">How long its start may take, in milliseconds; of the first call only.</param>
    internal static async Task<IBrowser> StartAsync(int patience)
    {
        Task<(IPlaywright, IBrowser Browser)> started;
        lock (Gate)
        {
            started = running ??= LaunchAsync(patience);
        }

        return (await started).Browser;
    }

    public async ValueTask DisposeAsync()
    {
        if (running is not null)
        {
            var (driver, browser) = await running;
            await browser.DisposeAsync();
            driver.Dispose();
        }
    }

    private static async Task<(IPlaywright, IBrowser)> LaunchAsync(int patience)
    {
        var driver = await Playwright.CreateAsync();
        return (
            driver,
            await driver.Chromium.LaunchAsync(
                new()
                {
                    ExecutablePath = Program,
                    Args = ["--no-sandbox"],
                    Timeout = patience,
                }
            )
        );
    }
}
