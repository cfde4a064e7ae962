using Advisor.Cli.Inputs;
using Advisor.Core.Text;

namespace Advisor.Cli.Output;

/// <summary>Options of the commands that texts suggest: a command works as it is printed, also where its user named other places.</summary>
internal static class SuggestedCommand
{
    private const string Plain = @"-._/\:,=+@";

    /// <summary>Returns <c> --config my.yaml</c>; empty where the user gave no value. Whatever it is, it is one word to a shell.</summary>
    public static string FormatOption(string name, string? value) => value is null ? "" : $" {name} {Quote(UntrustedText.Sanitize(value))}";

    /// <summary>Returns the command that shows whether a server answers. To Windows PowerShell, curl alone is Invoke-WebRequest.</summary>
    public static string FormatCall(Uri server) =>
        $"{(OperatingSystem.IsWindows() ? "curl.exe" : "curl")} -I {server.GetLeftPart(UriPartial.Authority)}";

    // Double quotes mean the same to every shell, unless something in them means something, as a backslash before the last: then as
    // PowerShell wants it on Windows, and POSIX shells elsewhere.
    private static string Quote(string word) =>
        word.Length > 0 && word.All(c => char.IsLetterOrDigit(c) || Plain.Contains(c)) ? word
        : word.AsSpan().ContainsAny("$`\"!") || word.EndsWith('\\')
            ? $"'{word.Replace("'", OperatingSystem.IsWindows() ? "''" : @"'\''", StringComparison.Ordinal)}'"
        : $"\"{word}\"";

    /// <summary>Returns the options of the settings file and the rules.</summary>
    public static string FormatSettings(SettingsSource settings) =>
        FormatOption("--config", settings.ConfigFile) + FormatOption("--rules", settings.RulesFolder);

    /// <summary>Returns the option of the state. What follows an address may be a signature, and is left out.</summary>
    public static string FormatState(string? place) => FormatOption("--state", place?.Split('?')[0]);
}
