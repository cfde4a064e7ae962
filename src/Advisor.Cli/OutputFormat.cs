namespace Advisor.Cli;

/// <summary>Format of printed results.</summary>
public enum OutputFormat
{
    /// <summary>For a terminal.</summary>
    Text,

    /// <summary>For a program.</summary>
    Json,

    /// <summary>For a pull request or a wiki page.</summary>
    Markdown,

    /// <summary>For a spreadsheet.</summary>
    Csv,

    /// <summary>For a tool of cost management: FOCUS, a row per resource, day and meter.</summary>
    Focus,
}
