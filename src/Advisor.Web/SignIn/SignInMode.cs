namespace Advisor.Web.SignIn;

/// <summary>Trust placed in App Service authentication in front of the app.</summary>
public enum SignInMode
{
    /// <summary>There is no sign-in: its headers are ignored, since any client could send them.</summary>
    Off,

    /// <summary>Sign-in is on: the signed-in person, if any, is recorded with an answer. Who has a key acts without.</summary>
    Record,

    /// <summary>Sign-in is on and required to answer.</summary>
    Require,
}
