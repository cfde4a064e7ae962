using System.Net;
using System.Security.Cryptography;
using System.Text;
using Advisor.Reporting.Tests;
using Advisor.Tests;
using Advisor.Web.Tests.Shared;
using Microsoft.Playwright;

namespace Advisor.Web.Tests.Reports;

/// <summary>The report as a file: what is in it, how a browser shows it, how it prints.</summary>
public sealed class ReportPageTests : IDisposable
{
    // A4 less two margins of 14 mm, at 96 pixels an inch: (210 - 28) / 25.4 * 96.
    private const int PrintedWidth = 687;

    private readonly TemporaryFolder folder = new();

    [Fact]
    public async Task Its_policy_allows_its_own_styles_and_nothing_else()
    {
        var html = await PageRenderer.RenderReportAsync(SamplePeriod.Fleet);

        var style = FindBetween(html, "<style>", "</style>");
        var hash = Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(style)));
        var policy = WebUtility.HtmlDecode(FindBetween(html, "\"Content-Security-Policy\" content=\"", "\""));
        Assert.Equal($"default-src 'none'; style-src 'sha256-{hash}'; base-uri 'none'; form-action 'none'", policy);
        Assert.DoesNotContain("<script", html, StringComparison.OrdinalIgnoreCase);
        Assert.DoesNotContain("<link", html, StringComparison.OrdinalIgnoreCase);
        Assert.DoesNotContain(" style=", html, StringComparison.OrdinalIgnoreCase);
        Assert.DoesNotContain("https://evil.example)\"", html, StringComparison.Ordinal);
        Assert.DoesNotContain('\u202e', html);
    }

    [Fact]
    public async Task A_browser_shows_it_without_a_complaint()
    {
        await using var browser = await PageBrowser.StartAsync();
        var visit = await browser.VisitAsync(ColorScheme.Light, PageBrowser.Desktop);
        await visit.OpenAsync(await WriteAsync());

        Assert.Equal("Capacity report", await visit.Page.TextContentAsync("h1"));
        await visit.CheckOnPhoneAndDesktopAsync("report");
    }

    [Fact]
    public async Task It_prints_on_pages_that_cut_nothing()
    {
        await using var browser = await PageBrowser.StartAsync();
        var visit = await browser.VisitAsync(ColorScheme.Light, PrintedWidth);
        await visit.OpenAsync(await WriteAsync());
        await visit.Page.EmulateMediaAsync(new() { Media = Media.Print });

        var wide = await visit.Page.EvaluateAsync<string[]>(
            "() => [...document.querySelectorAll('main *')].filter(e => e.getBoundingClientRect().right > innerWidth + 1).map(e "
                + "=> e.outerHTML.slice(0, 99))"
        );
        var pdf = await visit.Page.PdfAsync(new() { PreferCSSPageSize = true });

        Assert.Empty(wide);
        Assert.InRange(Encoding.Latin1.GetString(pdf).Split("/Type /Page\n").Length - 1, 2, 30);
    }

    public void Dispose() => folder.Dispose();

    private async Task<Uri> WriteAsync()
    {
        var path = Path.Combine(folder.Path, "report.html");
        await File.WriteAllTextAsync(path, await PageRenderer.RenderReportAsync(SamplePeriod.Fleet), TestContext.Current.CancellationToken);
        return new Uri(path);
    }

    [Fact]
    public async Task Of_many_recommendations_a_hundred_have_a_section_and_the_table_has_all()
    {
        // The first resource goes from 5 to 7 units; 1,200 of it.
        var resource = SamplePeriod.Fleet.Evaluation.Resources[0];
        Assert.True(resource.HasRecommendation);
        var many = Enumerable.Range(0, 1200).Select(i => resource with { Id = resource.Id + i, Name = $"many-{i}" }).ToList();

        var html = await PageRenderer.RenderReportAsync(
            SamplePeriod.Fleet with
            {
                Evaluation = SamplePeriod.Fleet.Evaluation with { Resources = many, Shown = many },
            }
        );

        Assert.Contains("100 of 1,200 recommendations: overloads, then the largest savings.", html, StringComparison.Ordinal);
        Assert.Equal(100, html.Split("<h3>many-").Length - 1);
        Assert.Equal(1200, FindBetween(html, "<h2>All resources</h2>", "</table>").Split("<th scope=\"row\">many-").Length - 1);
    }

    private static string FindBetween(string text, string start, string end)
    {
        var from = text.IndexOf(start, StringComparison.Ordinal) + start.Length;
        return text[from..text.IndexOf(end, from, StringComparison.Ordinal)];
    }
}
