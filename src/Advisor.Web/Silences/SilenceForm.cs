using System.Globalization;
using Advisor.Core.Text;
using Microsoft.AspNetCore.Http;

namespace Advisor.Web.Silences;

/// <summary>Input of the form of a silence or a snooze.</summary>
/// <param name="Who">Signed-in person; recorded as the author, whatever the form contains.</param>
internal sealed record SilenceForm(string? Who)
{
    private const int MaxReasonLength = 500;
    private const int MaxNameLength = 100;

    /// <summary>Durations to choose from, in hours.</summary>
    public static IReadOnlyList<(int Hours, string Text)> Choices { get; } =
    [(1, "1 hour"), (4, "4 hours"), (8, "8 hours"), (24, "1 day"), (72, "3 days"), (168, "1 week")];

    public int Hours { get; private init; } = Choices[0].Hours;

    public string Reason { get; private init; } = "";

    public string Author { get; private init; } = "";

    /// <summary>Problem of the input, as one sentence; null when it is valid.</summary>
    public string? Problem { get; private init; }

    public static SilenceForm Read(IFormCollection form, string? who)
    {
        var chosen =
            int.TryParse(form["hours"].ToString(), NumberStyles.None, CultureInfo.InvariantCulture, out var hours)
            && Choices.Any(choice => choice.Hours == hours);
        var reason = UntrustedText.Sanitize(form["reason"].ToString()).Trim();
        var author = who ?? UntrustedText.Sanitize(form["author"].ToString()).Trim();
        return new SilenceForm(who)
        {
            Hours = chosen ? hours : Choices[0].Hours,
            Reason = reason,
            Author = author,
            Problem =
                !chosen ? "Choose how long."
                : reason.Length is 0 or > MaxReasonLength ? $"Enter a reason of at most {MaxReasonLength} characters."
                : author.Length == 0 || (who is null && author.Length > MaxNameLength)
                    ? $"Enter your name, at most {MaxNameLength} characters."
                : null,
        };
    }
}
