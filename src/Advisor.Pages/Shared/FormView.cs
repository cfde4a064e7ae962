namespace Advisor.Pages.Shared;

/// <summary>A form that is sent by POST.</summary>
/// <param name="Action">The path it is sent to.</param>
/// <param name="Hidden">What it sends unseen: the link's token and the page's.</param>
public sealed record FormView(string Action, IReadOnlyList<KeyValuePair<string, string>> Hidden);

/// <summary>Where a reader who has not signed in does so, to come back to the page.</summary>
/// <param name="Text">Why.</param>
public sealed record SignInView(string Text, string Address);
