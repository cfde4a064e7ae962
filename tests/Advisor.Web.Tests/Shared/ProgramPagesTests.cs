using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using Advisor.Tests;
using Microsoft.Playwright;

namespace Advisor.Web.Tests.Shared;

/// <summary>
/// The pages of the program itself in Chromium: components, assets and JSON of a native program are not those that the other tests of this
/// project run (<see cref="AdvisorProgram"/>).
/// </summary>
public sealed class ProgramPagesTests
{
    [Fact]
    public async Task Every_page_is_drawn_without_a_complaint()
    {
        await using var browser = await PageBrowser.StartAsync();
        var port = FindPort();
        using var program = Start("watch", "--local", "--serve", $"{port}");
        try
        {
            await WaitForDecisionAsync(program);
            var visit = await browser.VisitAsync(ColorScheme.Light, PageBrowser.Desktop);
            foreach (
                var (path, heading) in new[]
                {
                    ("/", "Fleet"),
                    ("/activity", "Changes and alerts"),
                    ("/service", "Service"),
                    ("/rules", "Rules"),
                    ("/approvals", "Approvals"),
                }
            )
            {
                await visit.OpenAsync(new Uri($"http://127.0.0.1:{port}{path}"));
                await visit.WaitForHeadingAsync(heading);
                await visit.CheckAsync($"program{path.Replace('/', '-')}");
            }

            await visit.OpenAsync(new Uri($"http://127.0.0.1:{port}/"));
            await visit.Page.ClickAsync("a:has-text('hot-chat')");
            await visit.WaitForHeadingAsync("hot-chat");

            // The chart is drawn by a module from a response of the API.
            await visit.Page.Locator(".uplot canvas").First.WaitForAsync();
            await visit.CheckAsync("program-resource");
        }
        finally
        {
            program.Kill(entireProcessTree: true);
        }
    }

    private static Process Start(params string[] arguments) =>
        Process.Start(
            new ProcessStartInfo(AdvisorProgram.Command[0], [.. AdvisorProgram.Command[1..], .. arguments])
            {
                UseShellExecute = false,
                RedirectStandardOutput = true,
                RedirectStandardError = true,
            }
        )!;

    private static async Task WaitForDecisionAsync(Process program)
    {
        string? line;
        do
        {
            line = await program.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken);
            Assert.NotNull(line);
        } while (!line.Contains(" hot-chat: ", StringComparison.Ordinal));
    }

    private static int FindPort()
    {
        using var free = new TcpListener(IPAddress.Loopback, 0);
        free.Start();
        return ((IPEndPoint)free.LocalEndpoint).Port;
    }
}
