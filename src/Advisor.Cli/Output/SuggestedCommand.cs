using Advisor.Cli.Inputs;
using Advisor.Core.Text;

namespace Advisor.Cli.Output;

/// <summary>Options of the commands that texts suggest: a command works as it is printed, also where its user named other places.</summary>
internal static class SuggestedCommand
{
    /// <summary>
    /// Returns <c> --config my.yaml</c>; empty where the user gave no value. What is in quotes is one word to every shell.
    /// </summary>
    public static string FormatOption(string name, string? value)
    {
        var shown = UntrustedText.Sanitize(value ?? "");
        return value is null ? "" : $" {name} {(shown.Contains(' ') ? $"\"{shown}\"" : shown)}";
    }

    /// <summary>Returns the options of the settings file and the rules.</summary>
    public static string FormatSettings(SettingsSource settings) =>
        FormatOption("--config", settings.ConfigFile) + FormatOption("--rules", settings.RulesFolder);

    /// <summary>Returns the option of the state. What follows an address may be a signature, and is left out.</summary>
    public static string FormatState(string? place) => FormatOption("--state", place?.Split('?')[0]);
}
