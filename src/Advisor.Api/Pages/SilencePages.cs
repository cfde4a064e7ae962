using System.Globalization;
using Advisor.Runtime.Fleet;
using Advisor.Runtime.Links;
using Advisor.Runtime.State;
using Microsoft.AspNetCore.Http;

namespace Advisor.Api.Pages;

/// <summary>What the pages of a silence look like.</summary>
internal static class SilencePages
{
    /// <param name="filled">What was filled in before; the fields keep it.</param>
    /// <param name="problem">What is wrong with it; null at first.</param>
    public static Page Question(SilenceLink link, SilenceAnswer filled, string? who, bool mustSignIn, string? problem) => Page.Of(
        problem is null ? StatusCodes.Status200OK : StatusCodes.Status400BadRequest,
        "Silence these messages?",
        $"""
        {(problem is null ? "" : $"<p class=\"bad\">{Html.Text(problem)}</p>")}
        <p>No message is sent of what matches all of this. Advisor goes on deciding, and changing what its mode permits.</p>
        {Labels(link.Matchers)}
        {(mustSignIn ? "<p>Only who has signed in may answer.</p>\n" + NoticePages.SignInButton(link.Path) : Form(link, filled, who))}
        <p class="note">Opening this page changes nothing.</p>
        """);

    /// <param name="silence">Null where it was ended at this very moment.</param>
    public static Page Active(SilenceLink link, Silence? silence) => silence is null ? Ended(link) : Page.Of(
        StatusCodes.Status200OK,
        "Silenced",
        $"""
        <p class="good">No messages until {Html.Time(silence.End)}.</p>
        {Labels(silence.Matchers)}
        <dl>
        {Html.Fact("By", Html.Text(silence.Author))}{Html.Fact("Since", Html.Time(silence.Start))}{Html.Fact("Reason", Html.Text(silence.Reason))}</dl>
        <form method="post" action="/open/silences/new">
        {Hidden(link)}
        <p class="buttons"><button class="quiet" name="answer" value="end">End it now</button></p>
        </form>
        """);

    public static Page Ended(SilenceLink link) => Page.Of(
        StatusCodes.Status200OK,
        "The silence has ended",
        $"""
        <p>Messages are sent again.</p>
        {Labels(link.Matchers)}
        """);

    private static string Form(SilenceLink link, SilenceAnswer filled, string? who) =>
        $"""
        <form method="post" action="/open/silences/new">
        {Hidden(link)}
        {Fields(filled, who)}
        <p class="buttons"><button name="answer" value="silence">Silence</button></p>
        </form>
        """;

    /// <summary>The fields of how long, why and who.</summary>
    public static string Fields(SilenceAnswer filled, string? who) =>
        $"""
        <fieldset><legend>For</legend><div class="choices">
        {string.Join('\n', SilenceAnswer.Choices.Select(choice => Choice(choice.Hours, choice.Text, choice.Hours == filled.Hours)))}
        </div></fieldset>
        <label class="field" for="reason">Reason</label>
        <input type="text" id="reason" name="reason" maxlength="500" required value="{Html.Text(filled.Reason)}">
        {(who is null
            ? $"<label class=\"field\" for=\"author\">Your name</label>\n<input type=\"text\" id=\"author\" name=\"author\" maxlength=\"100\" autocomplete=\"name\" required value=\"{Html.Text(filled.Author)}\">"
            : $"<p class=\"note\">You are {Html.Text(who)}.</p>")}
        """;

    private static string Choice(int hours, string text, bool chosen) => string.Create(
        CultureInfo.InvariantCulture, $"<label><input type=\"radio\" name=\"hours\" value=\"{hours}\"{(chosen ? " checked" : "")}>{text}</label>");

    private static string Hidden(SilenceLink link) => string.Concat(
        SilenceLabels.InOrder(link.Matchers).Append(KeyValuePair.Create("t", link.Token))
            .Select(field => $"<input type=\"hidden\" name=\"{field.Key}\" value=\"{Html.Text(field.Value)}\">")
            .Append(link.Proof));

    private static string Labels(IReadOnlyDictionary<string, string> matchers) =>
        $"""
        <div class="card">
        <dl>
        {string.Concat(SilenceLabels.InOrder(matchers).Select(label => Html.Fact(char.ToUpperInvariant(label.Key[0]) + label.Key[1..], Value(label.Value))))}</dl>
        </div>
        """;

    // Of a resource's id people know the end.
    private static string Value(string value) => value.StartsWith('/')
        ? $"{Html.Text(ResourceIds.NameOf(value))}<br><small>{Html.Text(value)}</small>"
        : Html.Text(value);
}
