namespace Advisor.Web.Shared;

/// <summary>A form submitted by POST.</summary>
/// <param name="Action">Path it is submitted to.</param>
/// <param name="Hidden">Hidden fields: the link's token and the page's.</param>
public sealed record FormView(string Action, IReadOnlyList<KeyValuePair<string, string>> Hidden);

/// <summary>Prompt to sign in and return to the page.</summary>
/// <param name="Text">Reason why sign-in is required.</param>
public sealed record SignInView(string Text, string Address);
