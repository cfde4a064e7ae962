using System.Diagnostics.CodeAnalysis;
using System.Text;
using Advisor.Core.Reports;
using Advisor.Reporting;
using Advisor.Reporting.Markdown;
using Advisor.Web.Reports;
using Microsoft.AspNetCore.Components;
using Microsoft.AspNetCore.Components.Web;
using Microsoft.Extensions.Logging.Abstractions;

namespace Advisor.Web;

/// <summary>Renders pages as HTML. Thread-safe; renders in well under a millisecond and waits for nothing.</summary>
public static class PageRenderer
{
    // Mail servers commonly refuse more than 10 MB, and the encoding of a mail adds a third.
    private const int MaxMailFileBytes = 7_000_000;

    private static readonly NoServices Services = new();

    /// <typeparam name="TPage">Component with the content of the page.</typeparam>
    /// <typeparam name="TModel">View model of the content.</typeparam>
    /// <returns>The complete document. Every text in it is encoded, and stripped by <see cref="RenderedText"/>.</returns>
    public static async Task<string> RenderAsync<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.All)] TPage, TModel>(
        PageFrame frame,
        TModel model
    )
        where TPage : ViewComponent<TModel>
    {
        return await RenderAsync<Layout>(
            new(StringComparer.Ordinal)
            {
                [nameof(Layout.Frame)] = frame,
                [nameof(Layout.ChildContent)] = CreateContent<TPage, TModel>(model),
            }
        );
    }

    /// <summary>Renders a report as a self-contained file.</summary>
    public static async Task<string> RenderReportAsync(PeriodReport report) =>
        await RenderAsync<ReportDocument>(
            new(StringComparer.Ordinal)
            {
                [nameof(ReportDocument.Title)] = PeriodPhrases.FormatTitle(report),
                [nameof(ReportDocument.ChildContent)] = CreateContent<ReportPage, PeriodReport>(report),
            }
        );

    /// <summary>A report as a mail: its summary in two forms, and the file.</summary>
    public static async Task<RenderedReport> RenderMailAsync(PeriodReport report)
    {
        var file = await RenderReportAsync(report);
        var fits = Encoding.UTF8.GetByteCount(file) <= MaxMailFileBytes;
        var closing =
            (
                fits
                    ? "The attached file has the charts, reasons, alerts and changes of its resources. Open it in a browser; "
                        + "it needs no network. "
                    : "The report is too large for a mail: create it with 'advisor report'. "
            ) + "You receive this mail because of 'reports' in advisor.yaml.";
        var summary = PeriodSummary.Create(report);
        var html = await RenderAsync<ReportMail>(
            new(StringComparer.Ordinal) { [nameof(ReportMail.Summary)] = summary, [nameof(ReportMail.Closing)] = closing }
        );
        return new RenderedReport(SummaryMarkdown.Render(summary, closing), html, fits ? file : null);
    }

    private static RenderFragment CreateContent<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.All)] TPage, TModel>(
        TModel model
    )
        where TPage : ViewComponent<TModel> =>
        builder =>
        {
            builder.OpenComponent(0, typeof(TPage));
            builder.AddComponentParameter(1, nameof(ViewComponent<TModel>.Model), model);
            builder.CloseComponent();
        };

    private static async Task<string> RenderAsync<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.All)] TDocument>(
        Dictionary<string, object?> parameters
    )
        where TDocument : IComponent
    {
        await using var renderer = new HtmlRenderer(Services, NullLoggerFactory.Instance);
        var html = await renderer.Dispatcher.InvokeAsync(async () =>
            (await renderer.RenderComponentAsync<TDocument>(ParameterView.FromDictionary(parameters))).ToHtmlString()
        );
        return RenderedText.Strip(html);
    }

    // Pages get all their data from their models.
    private sealed class NoServices : IServiceProvider
    {
        public object? GetService(Type serviceType) => null;
    }
}
