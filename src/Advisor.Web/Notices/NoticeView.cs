namespace Advisor.Web.Notices;

/// <summary>A page with a single statement.</summary>
/// <param name="SignInAddress">Address of the sign-in, if that is the next step; null otherwise.</param>
public sealed record NoticeView(string Text, string? SignInAddress = null);
