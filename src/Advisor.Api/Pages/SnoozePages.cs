using Advisor.Runtime.State;
using Microsoft.AspNetCore.Http;

namespace Advisor.Api.Pages;

/// <summary>What a resource's page says of its recommendation, and the answers to its buttons.</summary>
internal static class SnoozePages
{
    public const string Action = "/open/resources/snooze";

    private const string ComesBack = "It comes back when the size in force or the size that is recommended changes by more than a tenth.";

    /// <param name="recommended">What stands now; null where nothing is recommended.</param>
    /// <param name="snooze">The snooze in force for it; null where there is none.</param>
    /// <param name="filled">What was filled in before; the fields keep it.</param>
    /// <param name="problem">What is wrong with it; null at first.</param>
    public static string Section(ResourceLink link, DecisionRecord? recommended, RecommendationSnooze? snooze, SilenceAnswer filled, string? who, bool mustSignIn, string? problem = null) =>
        recommended is null ? "" :
        $"""
        <h2>Recommendation</h2>
        <div class="card">
        <p class="sizes">{Html.Size(recommended.FromSku, recommended.FromUnits)} to <strong>{Html.Size(recommended.Sku, recommended.Units)}</strong></p>
        </div>
        {(problem is null ? "" : $"<p class=\"bad\">{Html.Text(problem)}</p>")}
        {(mustSignIn ? "<p>Only who has signed in may snooze it.</p>\n" + NoticePages.SignInButton(link.Path) : snooze is null ? Question(link, filled, who) : Active(link, snooze))}
        """;

    public static Page Done(ResourceLink link, string name, RecommendationSnooze snooze) => Page.Of(
        StatusCodes.Status200OK,
        snooze.Until is null ? "Dismissed" : "Snoozed",
        $"""
        <p>The recommendation for {Html.Text(name)}: {Html.Size(snooze.FromSku, snooze.FromUnits)} to {Html.Size(snooze.Sku, snooze.Units)}.</p>
        {Active(link, snooze)}
        """);

    public static Page Ended(string name) => NoticePages.Of(
        StatusCodes.Status200OK, "The snooze has ended", $"What is recommended for {name} is told again with the next evaluation.");

    public static Page Nothing(string name) => NoticePages.Of(
        StatusCodes.Status409Conflict, "Nothing is recommended now", $"Advisor recommends nothing for {name} at the moment. Nothing was changed.");

    private static string Question(ResourceLink link, SilenceAnswer filled, string? who) =>
        $"""
        <form method="post" action="{Action}">
        {Hidden(link)}
        {SilencePages.Fields(filled, who)}
        <p class="buttons"><button name="answer" value="snooze">Snooze</button> <button class="quiet" name="answer" value="dismiss">Dismiss</button></p>
        <p class="note">Snoozed, it is not told for that time; dismissed, not at all. {ComesBack}</p>
        </form>
        """;

    private static string Active(ResourceLink link, RecommendationSnooze snooze) =>
        $"""
        <p class="good">{(snooze.Until is { } until ? $"Snoozed until {Html.Time(until)}." : "Dismissed.")} {ComesBack}</p>
        <dl>
        {Html.Fact("By", Html.Text(snooze.Author))}{Html.Fact("Since", Html.Time(snooze.At))}{Html.Fact("Reason", Html.Text(snooze.Reason))}</dl>
        <form method="post" action="{Action}">
        {Hidden(link)}
        <p class="buttons"><button class="quiet" name="answer" value="end">End it now</button></p>
        </form>
        """;

    private static string Hidden(ResourceLink link) =>
        $"<input type=\"hidden\" name=\"id\" value=\"{Html.Text(link.Id)}\"><input type=\"hidden\" name=\"t\" value=\"{Html.Text(link.Token)}\">{link.Proof}";
}
