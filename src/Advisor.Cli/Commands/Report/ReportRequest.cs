using Advisor.Cli.Commands.Evaluate;

namespace Advisor.Cli.Commands.Report;

/// <summary>What one report is asked for.</summary>
internal sealed record ReportRequest
{
    /// <summary>Which resources, and how far back.</summary>
    public required EvaluateRequest Evaluation { get; init; }

    /// <summary>Only the resources of this team; null = all.</summary>
    public string? Team { get; init; }

    /// <summary>The state with changes and alerts, a file or an address; null = none is read.</summary>
    public string? State { get; init; }

    public required ReportTarget Target { get; init; }
}

/// <summary>Where a report goes.</summary>
/// <param name="File">Null = standard output.</param>
internal sealed record ReportTarget(bool IsHtml, string? File)
{
    /// <summary>Reads html, markdown, or a file whose name ends in .html, .htm or .md; null where it is none of these.</summary>
    public static ReportTarget? Parse(string text) =>
        text.ToLowerInvariant() switch
        {
            "html" => new(true, null),
            "markdown" => new(false, null),
            var name when name.EndsWith(".html", StringComparison.Ordinal) || name.EndsWith(".htm", StringComparison.Ordinal) => new(
                true,
                text
            ),
            var name when name.EndsWith(".md", StringComparison.Ordinal) => new(false, text),
            _ => null,
        };
}
