using Advisor.Configuration.Rules;

namespace Advisor.Configuration;

/// <summary>Commented advisor.yaml written by <c>advisor init</c>. It loads as it is, and with all of its examples enabled.</summary>
public static class ConfigurationTemplate
{
    /// <summary>Text of the template, with line feeds.</summary>
    public static string Text { get; } = RuleFiles.ReadResource("templates/advisor.yaml").ReplaceLineEndings("\n");
}
