using Advisor.Cli.Commands.Evaluate;

namespace Advisor.Cli.Commands.Report;

/// <summary>Request of one report.</summary>
internal sealed record ReportRequest
{
    /// <summary>Resources to report on, and length of the history.</summary>
    public required EvaluateRequest Evaluation { get; init; }

    /// <summary>Only the resources of this team; null = all.</summary>
    public string? Team { get; init; }

    /// <summary>State with changes and alerts, a file or an address; null = none is read.</summary>
    public string? State { get; init; }

    public required ReportTarget Target { get; init; }

    /// <summary>The report of advisor.yaml to send by mail in place of writing one; null = none.</summary>
    public string? Send { get; init; }
}

/// <summary>Destination and format of a report.</summary>
/// <param name="File">File; null = standard output.</param>
internal sealed record ReportTarget(bool IsHtml, string? File)
{
    /// <summary>Parses html, markdown, or a file name that ends in .html, .htm or .md; null otherwise.</summary>
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
