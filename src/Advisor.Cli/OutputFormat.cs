namespace Advisor.Cli;

/// <summary>How a result is printed.</summary>
public enum OutputFormat
{
    /// <summary>For a person at a terminal.</summary>
    Text,

    /// <summary>For a program.</summary>
    Json,

    /// <summary>For a pull request or a wiki page.</summary>
    Markdown,

    /// <summary>For a spreadsheet.</summary>
    Csv,
}
