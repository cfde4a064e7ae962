namespace Advisor.Pages.Notices;

/// <summary>A page that says one thing.</summary>
/// <param name="SignInAddress">The address of the sign-in where that is what to do next.</param>
public sealed record NoticeView(string Text, string? SignInAddress = null);
