using System.Text.RegularExpressions;

namespace Advisor.Azure;

/// <summary>Text of others made fit to be shown: one line, bounded, and without anything that opens a door.</summary>
internal static partial class SafeText
{
    private const int Longest = 300;

    /// <summary><c>"a\r\nBearer eyJhb..."</c> gives <c>"a Bearer ***"</c>.</summary>
    public static string Of(string? text)
    {
        var line = Blank().Replace(text ?? string.Empty, " ").Trim();
        line = Token().Replace(line, "***");
        line = Secret().Replace(line, "${name}***");
        return line.Length <= Longest ? line : string.Concat(line.AsSpan(0, Longest), "...");
    }

    [GeneratedRegex(@"[\s\p{C}]+", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Blank();

    // JSON web tokens start with {" in base64.
    [GeneratedRegex(@"eyJ[\w\-]{8,}(\.[\w\-]+)*", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Token();

    [GeneratedRegex(@"(?<name>(Bearer|AccessKey|SharedAccessKey|AccountKey|client_secret|password|sig)\s*[=: ]\s*)[^\s;,""'&*]{6,}", RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Secret();
}
