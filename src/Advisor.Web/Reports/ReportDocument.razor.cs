using System.Security.Cryptography;
using System.Text;
using Microsoft.AspNetCore.Components;

namespace Advisor.Web.Reports;

/// <summary>A self-contained document: its styles are inline, and its policy permits only these.</summary>
public sealed partial class ReportDocument : ComponentBase
{
    private static readonly string Style = ReadStyle();
    private static readonly string StyleHash = Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(Style)));

    [Parameter, EditorRequired]
    public required string Title { get; set; }

    [Parameter]
    public RenderFragment? ChildContent { get; set; }

    private static string Policy => $"default-src 'none'; style-src 'sha256-{StyleHash}'; base-uri 'none'; form-action 'none'";

    // A browser converts CRLF to LF before it compares the hash.
    private static string ReadStyle() => string.Concat(new[] { "site.css", "report.css" }.Select(Read)).ReplaceLineEndings("\n");

    private static string Read(string name) => Encoding.UTF8.GetString(PageAssets.Find(name)!.Content.Span);
}
