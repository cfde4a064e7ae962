namespace Advisor.Web.SignIn;

/// <summary>Names of the sign-in modes in settings.</summary>
public static class SignInModes
{
    /// <summary>Parses off, record or require; null when the text is something else. Without text: off.</summary>
    // A deployment that only knows whether authentication is on writes True and False.
    public static SignInMode? Parse(string? text) =>
        text?.ToLowerInvariant() switch
        {
            null or "" or "off" or "false" => SignInMode.Off,
            "record" or "true" => SignInMode.Record,
            "require" => SignInMode.Require,
            _ => null,
        };
}
